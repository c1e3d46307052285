import type { ComponentChildren } from 'preact'
import { troubleOf, type Trouble } from './troubles.ts'

/** What went wrong and what to do about it; what the service said and its code stand small below. */
export function TroubleNotice({ trouble, children }: { trouble: Trouble; children?: ComponentChildren }) {
  const { says, remedy, detail, code } = trouble
  return (
    <div class="notice bad trouble">
      <p>
        <strong>{says}</strong> {remedy}
      </p>
      {children}
      {(detail !== undefined || code !== undefined) && (
        <p class="fine">
          {detail} {code !== undefined && <code>{code}</code>}
        </p>
      )}
    </div>
  )
}

/** The same for an error that was caught. */
export function ErrorNotice({ error }: { error: unknown }) {
  return (
    <div role="alert">
      <TroubleNotice trouble={troubleOf(error)} />
    </div>
  )
}
