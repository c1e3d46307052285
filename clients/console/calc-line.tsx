import type { TargetedKeyboardEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { OutputOf } from '../calls.ts'
import { ErrorNotice } from './notice.tsx'
import type { Service } from './service.ts'

type Answer = OutputOf<'calc.eval'>

/** A line for sums, with its answer and the working. Several lines are a note. */
export function CalcLine({ service }: { service: Service }) {
  const [input, setInput] = useState('')
  const [outcome, setOutcome] = useState<{ answer: Answer } | { error: unknown }>()
  const running = useRef(new AbortController())

  async function workOut() {
    running.current.abort()
    running.current = new AbortController()
    const { signal } = running.current
    if (input.trim() === '') return setOutcome(undefined)
    try {
      const answer = await service.call<Answer>('calc.eval', { input: input.trim() }, signal)
      if (!signal.aborted) setOutcome({ answer })
    } catch (error) {
      if (!signal.aborted) setOutcome({ error })
    }
  }

  const enter = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    void workOut()
  }

  return (
    <form
      id="calc"
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        void workOut()
      }}
    >
      <div class="row">
        <label for="calc-input">Work out</label>
        <textarea
          id="calc-input"
          class="grow"
          rows={Math.min(8, input.split('\n').length)}
          placeholder="15% of 84.50"
          autocomplete="off"
          spellcheck={false}
          value={input}
          onInput={({ currentTarget }) => setInput(currentTarget.value)}
          onKeyDown={enter}
        />
        <button type="submit" aria-label="Work it out">
          =
        </button>
      </div>
      <div class="answer" aria-live="polite">
        {outcome !== undefined && 'answer' in outcome && <AnswerText answer={outcome.answer} />}
        {outcome !== undefined && 'error' in outcome && <ErrorNotice error={outcome.error} />}
      </div>
    </form>
  )
}

function AnswerText({ answer }: { answer: Answer }) {
  const { display, result, fraction, approximate, readings, steps, lines = [] } = answer
  if (lines.length > 1) return <NoteTable lines={lines} />
  const facts = [
    approximate ? 'rounded' : 'exact',
    fraction !== undefined && `= ${fraction}`,
    result !== display && `plain: ${result}`,
  ].filter(Boolean)
  return (
    <>
      <output class="display" for="calc-input">
        {display}
      </output>
      <p class="quiet">{facts.join(' · ')}</p>
      {readings.length > 0 && <p>Read as: {readings.join('; ')}</p>}
      {steps.length > 0 && (
        <details>
          <summary>The working</summary>
          <ol class="steps">
            {steps.map((step, index) => (
              <li key={index}>
                <code>{step}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

function NoteTable({ lines }: { lines: NonNullable<Answer['lines']> }) {
  return (
    <table>
      <tbody>
        {lines.map(({ input, display, error }, index) => (
          <tr key={index}>
            <td>
              <code>{input}</code>
            </td>
            {error === undefined ? <td class="number">{display}</td> : <td class="bad">{error.detail}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
