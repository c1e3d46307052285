import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Asks for the password of a file. */
export function PasswordForm({ id, onPassword }: { id: number; onPassword(password: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = field.current?.value ?? ''
    if (password !== '') onPassword(password)
  }
  return (
    <form class="row" onSubmit={submit}>
      <label for={`password-${id}`}>Password</label>
      <input id={`password-${id}`} class="grow" type="password" autocomplete="off" required ref={field} />
      <button type="submit" class="primary">
        Unlock
      </button>
    </form>
  )
}
