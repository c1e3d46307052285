/** Makes the tabs of a section work by mouse and keyboard (WAI-ARIA Authoring Practices, "Tabs"). */
export function tabs(section) {
  const all = [...section.querySelectorAll('[role=tab]')]
  const select = (chosen) => {
    for (const tab of all) {
      const selected = tab === chosen
      tab.setAttribute('aria-selected', String(selected))
      tab.tabIndex = selected ? 0 : -1
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !selected
    }
  }
  const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }
  for (const [index, tab] of all.entries()) {
    tab.addEventListener('click', () => select(tab))
    tab.addEventListener('keydown', (event) => {
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      const target = Number.isFinite(step)
        ? all[(index + step + all.length) % all.length]
        : all[step < 0 ? 0 : all.length - 1]
      select(target)
      target.focus()
    })
  }
  select(all[0])
}
