import { useEffect, useRef, useState } from 'preact/hooks'

const outcomes = {
  idle: '',
  copied: 'Copied.',
  refused: 'The browser does not let this page copy; mark the text and press Ctrl+C.',
}

/** How long a button tells what became of the copy, in milliseconds. */
const toldMs = 4000

/** Copies a text, and says so. `what` tells people who do not see the button what it copies. */
export function CopyButton({ what, text }: { what: string; text: string | (() => string) }) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    const written = navigator.clipboard.writeText(typeof text === 'string' ? text : text())
    setOutcome(
      await written.then(
        () => 'copied' as const,
        () => 'refused' as const,
      ),
    )
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOutcome('idle'), toldMs)
  }

  return (
    <>
      <span class={outcome === 'refused' ? 'quiet' : 'hidden-but-read'} role="status">
        {outcomes[outcome]}
      </span>
      <button type="button" class="copy" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </button>
    </>
  )
}
