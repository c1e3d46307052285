import { h } from './elements.js'

/**
 * A place to drop or choose one file. `onFile` gets it; keyboard and screen readers use the file field inside.
 * `accept` is what the field offers, such as `application/pdf`.
 */
export function dropZone({ label, accept, onFile }) {
  const field = h('input', { type: 'file', accept })
  const name = h('span.quiet')
  const zone = h('label.drop', {}, h('span', {}, label), name, field)
  const take = (file) => {
    if (file === undefined) return
    name.textContent = file.name
    onFile(file)
  }
  field.addEventListener('change', () => {
    take(field.files[0])
    // The same file may be chosen again.
    field.value = ''
  })
  for (const type of ['dragenter', 'dragover']) {
    zone.addEventListener(type, (event) => {
      event.preventDefault()
      zone.classList.add('over')
    })
  }
  for (const type of ['dragleave', 'drop']) zone.addEventListener(type, () => zone.classList.remove('over'))
  zone.addEventListener('drop', (event) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  })
  return { zone, say: (text) => (name.textContent = text) }
}
