import { useEffect, useState } from 'preact/hooks'
import { Console } from './console.tsx'
import { signIn } from './service.ts'
import { session, takeLinkCode } from './session.ts'
import { SignIn } from './sign-in.tsx'

/** The page: the way in, or the console for the session of this tab. */
export function App() {
  const [token, setToken] = useState(session.read)
  const [message, setMessage] = useState('')

  const end = (why: string) => {
    session.end()
    setToken(undefined)
    setMessage(why)
  }

  async function enter(code: string) {
    try {
      const fresh = await signIn(code)
      session.keep(fresh)
      setMessage('')
      setToken(fresh)
    } catch (error) {
      end(error instanceof Error ? error.message : String(error))
    }
  }

  useEffect(() => {
    // A second link opened in the same tab changes the fragment only, without loading the page again.
    const take = () => {
      const code = takeLinkCode()
      if (code !== undefined) void enter(code)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])

  return token === undefined ? (
    <SignIn message={message} onCode={(code) => void enter(code)} onRefuse={setMessage} />
  ) : (
    <Console key={token} token={token} onEnd={end} />
  )
}
