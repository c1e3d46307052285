import { faultNotice, h } from './elements.js'

const suggestions = ['0.1 + 0.2', '22/7', '2^200', '(1 + 0.05/12)^12']

function noteLine({ input, display, error }) {
  const answer =
    error === undefined ? h('td.number', {}, display ?? '') : h('td.bad', {}, error.detail ?? error.code)
  return h('tr', {}, h('td', {}, h('code', {}, input)), answer)
}

function answerCard({ display, result, fraction, approximate, unit, readings = [], steps = [], lines }) {
  if (lines !== undefined && lines.length > 1)
    return h('div.answer', {}, h('table', {}, h('tbody', {}, lines.map(noteLine))))
  return h(
    'div.answer',
    {},
    h('output.display', {}, display ?? result),
    h(
      'p.quiet',
      {},
      [
        approximate ? 'rounded' : 'exact',
        fraction !== undefined && `= ${fraction}`,
        unit !== undefined && `unit ${unit}`,
        result !== display && result !== undefined && `plain: ${result}`,
      ]
        .filter(Boolean)
        .join(' · '),
    ),
    readings.length > 0 ? h('p', {}, `Read as: ${readings.join('; ')}`) : undefined,
    steps.length > 0
      ? h(
          'details',
          {},
          h('summary', {}, 'The working'),
          h(
            'ol.steps',
            {},
            steps.map((step) => h('li', {}, h('code', {}, step))),
          ),
        )
      : undefined,
  )
}

/** Type an expression, see its exact answer. */
export function tryCalc(panel, service) {
  const field = h('input', {
    id: 'calc-input',
    autocomplete: 'off',
    spellcheck: false,
    required: true,
    placeholder: '0.1 + 0.2',
  })
  const form = h(
    'form',
    {},
    h('label', { for: 'calc-input' }, 'Expression'),
    h('div.row', {}, field, h('button.primary', { type: 'submit' }, 'Work it out')),
  )
  const chips = h(
    'p.row',
    {},
    suggestions.map((text) =>
      h('button.chip', { type: 'button', on: { click: () => ((field.value = text), void workOut()) } }, text),
    ),
  )
  const answer = h('div', { 'aria-live': 'polite' })
  panel.replaceChildren(form, chips, answer)

  let running = new AbortController()
  async function workOut() {
    running.abort()
    running = new AbortController()
    const { signal } = running
    try {
      const output = await service.call('calc.eval', { input: field.value }, signal)
      answer.replaceChildren(answerCard(output))
    } catch (error) {
      if (!signal.aborted) answer.replaceChildren(faultNotice(error))
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void workOut()
  })
}
