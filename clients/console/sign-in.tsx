import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import icon from './icon.svg'
import { linkCodeOf } from './session.ts'

interface Props {
  /** Why the console is not open; may be empty. */
  message: string
  onCode(code: string): void
  onRefuse(why: string): void
}

/** How to get in: a link that works once. */
export function SignIn({ message, onCode, onRefuse }: Props) {
  const [link, setLink] = useState('')
  useEffect(() => void (document.title = 'Talaria'), [])

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = linkCodeOf(link)
    setLink('')
    if (code === undefined) onRefuse('That is not a console link; it ends in #link= and a code.')
    else onCode(code)
  }

  return (
    <main id="sign-in" class="card narrow">
      <p class="brand">
        <img src={icon} alt="" width="40" height="40" />
        <span>Talaria</span>
      </p>
      <h1>Open the console</h1>
      {message !== '' && (
        <p class="notice bad" role="alert">
          {message}
        </p>
      )}
      <p>The console opens through a link that works once. In a terminal, this prints one:</p>
      <pre>
        <code>talaria open</code>
      </pre>
      <form onSubmit={submit}>
        <label for="sign-in-link">Or paste the link here</label>
        <div class="row">
          <input
            id="sign-in-link"
            class="grow"
            autocomplete="off"
            spellcheck={false}
            required
            value={link}
            onInput={({ currentTarget }) => setLink(currentTarget.value)}
          />
          <button type="submit" class="primary">
            Open
          </button>
        </div>
      </form>
    </main>
  )
}
