import { useEffect, useState } from 'preact/hooks'
import { troubleOf, type Trouble } from './troubles.ts'

interface Asked<Value> {
  value?: Value | undefined
  trouble?: Trouble | undefined
  /** Asks once more for what did not come. */
  again(): void
}

/**
 * What `ask` gives, asked for while it is wanted, or why it does not come. With `letGo` a value is given up when it is
 * wanted no more, and asked for anew; without, it is kept.
 */
export function useAsked<Value>(
  wanted: boolean,
  ask: (signal: AbortSignal) => Promise<Value>,
  letGo?: (value: Value) => void,
): Asked<Value> {
  const [value, setValue] = useState<Value>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    // A value that is let go may still be seen here when it is wanted again at once.
    const isKept = letGo === undefined && value !== undefined
    if (!wanted || trouble !== undefined || isKept) return undefined
    const abort = new AbortController()
    let come: Value | undefined
    ask(abort.signal).then(
      (fresh) => {
        if (abort.signal.aborted) return letGo?.(fresh)
        come = fresh
        setValue(() => fresh)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setTrouble(troubleOf(error))
      },
    )
    return () => {
      abort.abort()
      if (letGo === undefined || come === undefined) return
      letGo(come)
      setValue(undefined)
    }
  }, [wanted, attempt])
  const again = () => {
    setTrouble(undefined)
    setAttempt(attempt + 1)
  }
  return { value, trouble, again }
}
