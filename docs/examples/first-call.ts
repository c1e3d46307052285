import { resolve } from 'node:path'
import { createClient } from 'talaria'

const client = createClient()

const sum = await client.calc.eval({ input: '0.1 + 0.2' })
console.log(sum.result)

const { documents } = await client.documents.read({ path: resolve('samples/letter.pdf') })
for (const { number, text } of documents[0]?.pages ?? [])
  console.log(`page ${number}: ${text.length} characters`)
