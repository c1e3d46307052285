import { createClient, Fault } from 'talaria'

const client = createClient()

try {
  await client.calc.eval({ input: '1/0' })
} catch (error) {
  if (!(error instanceof Fault)) throw error
  console.log(error.code, error.retryable, error.message)
}
