import { dropZone } from './drop.js'
import { faultNotice, h } from './elements.js'
import { bytes } from './words.js'

const settleMs = 150

/** The picture as PNG, which is what the filter takes; the browser converts other formats it can show. */
async function asPng(picture) {
  if (picture.type === 'image/png') return picture
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d').drawImage(bitmap, 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** A picture for those who have none at hand: stripes, discs and words, where a blur shows well. */
async function samplePicture() {
  const canvas = new OffscreenCanvas(640, 360)
  const pen = canvas.getContext('2d')
  const sky = pen.createLinearGradient(0, 0, 640, 360)
  sky.addColorStop(0, '#17324d')
  sky.addColorStop(1, '#d98b3a')
  pen.fillStyle = sky
  pen.fillRect(0, 0, 640, 360)
  for (let disc = 0; disc < 24; disc += 1) {
    pen.fillStyle = `hsl(${disc * 31} 80% 60% / 0.8)`
    pen.beginPath()
    pen.arc(30 + disc * 26, 90 + 70 * Math.sin(disc / 2.2), 8 + (disc % 5) * 5, 0, 2 * Math.PI)
    pen.fill()
  }
  pen.fillStyle = '#fff'
  pen.font = 'bold 64px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.fillText('Talaria', 320, 260)
  pen.font = '24px system-ui, sans-serif'
  pen.fillText('winged sandals of Hermes', 320, 305)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'sample.png', { type: 'image/png' })
}

/** Drop a picture, move the slider, see it blurred by the service. */
export function tryBlur(panel, service) {
  const slider = h('input', { type: 'range', id: 'blur-sigma', min: 0, max: 40, step: 0.5, value: 6 })
  const sigma = h('output', { for: 'blur-sigma' })
  const controls = h(
    'div.row',
    { hidden: true },
    h('label', { for: 'blur-sigma' }, 'Blur (sigma)'),
    slider,
    sigma,
  )
  const figure = h('figure.picture', { hidden: true })
  const image = h('img', { alt: 'The blurred picture' })
  const caption = h('figcaption.quiet', { 'aria-live': 'polite' })
  figure.append(image, caption)
  const trouble = h('div')
  const { zone, say } = dropZone({
    label: 'Drop a picture here, or choose one',
    accept: 'image/*',
    onFile: open,
  })
  const sample = h('button.chip', { type: 'button', on: { click: trySample } }, 'Use a sample picture')
  panel.replaceChildren(zone, h('p.row', {}, sample), controls, trouble, figure)

  let running = new AbortController()
  let source
  let timer

  const showSigma = () => (sigma.textContent = `${Number(slider.value).toFixed(1)} px`)
  const fail = (error) => {
    figure.hidden = true
    trouble.replaceChildren(faultNotice(error))
  }

  async function open(file) {
    running.abort()
    running = new AbortController()
    const { signal } = running
    trouble.replaceChildren()
    try {
      source = { blob: await service.store(await asPng(file), signal), name: file.name }
    } catch (error) {
      const unreadable = error instanceof DOMException && !signal.aborted
      if (!signal.aborted)
        fail(unreadable ? new Error('This browser cannot read the file as a picture.') : error)
      return
    }
    controls.hidden = false
    await blur()
  }

  async function trySample() {
    const file = await samplePicture()
    say(file.name)
    await open(file)
  }

  /** Ends when the picture is there; `decode` would wait for as long as the tab is in the background. */
  function show(address) {
    return new Promise((resolve, reject) => {
      image.addEventListener('load', resolve, { once: true })
      image.addEventListener('error', () => reject(new Error('The answer is no picture.')), { once: true })
      image.src = address
    })
  }

  async function blur() {
    running.abort()
    running = new AbortController()
    const { signal } = running
    panel.setAttribute('aria-busy', 'true')
    try {
      const steps = [{ op: 'gaussianBlur', sigmaPx: Number(slider.value) }]
      const started = performance.now()
      const picture = await service.picture('image.filter', { source, steps }, signal)
      const took = Math.round(performance.now() - started)
      trouble.replaceChildren()
      if (image.src.startsWith('blob:')) URL.revokeObjectURL(image.src)
      await show(URL.createObjectURL(picture))
      caption.textContent = `${image.naturalWidth} × ${image.naturalHeight} pixels, ${bytes(picture.size)}, ${took} ms there and back`
      figure.hidden = false
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      if (!signal.aborted) panel.removeAttribute('aria-busy')
    }
  }

  slider.addEventListener('input', () => {
    showSigma()
    clearTimeout(timer)
    timer = setTimeout(() => void blur(), settleMs)
  })
  showSigma()
}
