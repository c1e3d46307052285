import { FAULTS } from '../../bridge/faults.ts'
import { faultsOf } from '../../bridge/openapi.ts'
import type { Operation } from '../../bridge/operation.ts'
import { inputSchema } from '../../bridge/text-fields.ts'
import { routeOf } from './operation-routes.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const html = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

function fieldRows(operation: Operation): string {
  const { properties = {} } = inputSchema(operation.input)
  return Object.entries(properties)
    .map(([name, schema]) => {
      const {
        type = 'one of several',
        description = '',
        default: standard,
      } = schema as Record<string, string>
      const shown = standard === undefined ? '' : html(JSON.stringify(standard))
      return `<tr><td><code>${name}</code></td><td>${html(String(type))}</td><td>${shown}</td><td>${html(description)}</td></tr>`
    })
    .join('')
}

function section(operation: Operation): string {
  const example = operation.examples[0]
  return `<section id="${operation.name}"><h2><code>${operation.name}</code></h2><p>${html(operation.summary)}
${html(operation.description ?? '')}</p>
<p><code>POST ${routeOf(operation.name)}</code> · tier ${operation.tier.base} · at most ${operation.limits.timeoutMs / 1000} s</p>
<table><thead><tr><th>Field</th><th>Type</th><th>Default</th><th>Meaning</th></tr></thead><tbody>${fieldRows(operation)}</tbody></table>
${example ? `<pre>${html(JSON.stringify(example.input, null, 2))}</pre>` : ''}
<p>Faults: ${faultsOf(operation)
    .map((code) => `<a href="#fault-${code}">${code}</a>`)
    .join(', ')}</p></section>`
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1917;background:#fff}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #d6d3d1}
pre{background:#f5f5f4;padding:1rem;overflow:auto}a{color:#1d4ed8}
@media(prefers-color-scheme:dark){body{color:#e7e5e4;background:#1c1917}pre{background:#292524}a{color:#93c5fd}td,th{border-color:#44403c}}`

/** The page at /docs: every operation and fault, made from their declarations, with nothing fetched from elsewhere. */
export function docsPage(operations: Iterable<Operation>, version: string): string {
  const all = [...operations]
  const faults = Object.entries(FAULTS)
    .map(
      ([code, { status, title, retryable }]) =>
        `<tr id="fault-${code}"><td><code>${code}</code></td><td>${status}</td><td>${html(title)}</td><td>${retryable ? 'yes' : 'no'}</td></tr>`,
    )
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Talaria ${version}: operations</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Talaria ${version}</h1><p>The same as data: <a href="/openapi.json">openapi.json</a>.</p>
<ul>${all.map(({ name, summary }) => `<li><a href="#${name}">${name}</a>: ${html(summary)}</li>`).join('')}</ul>
${all.map(section).join('\n')}
<h2>Faults</h2><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>May work later</th></tr></thead><tbody>${faults}</tbody></table>
</body></html>`
}
