/**
 * `node dist/bench/main.js <name>`: runs one benchmark and prints its ratios. A benchmark is a module with an
 * export `bench`, loaded only when it is asked for.
 */
const benches: Record<string, { about: string; load(): Promise<{ bench(args: string[]): Promise<void> }> }> =
  {
    calc: {
      about: 'calc.eval on 10,000 plain expressions, against mathjs (BigNumber) and fend (WASM)',
      load: () => import('./calc.ts'),
    },
    'front-door': {
      about: 'requests a second at 64 connections, against a bare Fastify hello',
      load: () => import('./front-door.ts'),
    },
    upload: {
      about: 'a 10 MB body to a worker and back, against reading and buffering it',
      load: () => import('./upload.ts'),
    },
    overload: {
      about: 'ten times the capacity for half a minute: accepted, refused, memory, recovery',
      load: () => import('./overload.ts'),
    },
    'quick-under-load': {
      about: 'quick calls while heavy leaves run on every core, against plain busy loops',
      load: () => import('./quick-under-load.ts'),
    },
    'child-recovery': {
      about: 'the native lane after its child is killed, against the cold start of a child',
      load: () => import('./child-recovery.ts'),
    },
    gaussian: {
      about: 'the Gaussian kernel, against its TypeScript twin and the native canvas',
      load: () => import('./gaussian.ts'),
    },
    ocr: {
      about: 'a folder of pictures, against tesseract.js and the native tesseract',
      load: () => import('./ocr.ts'),
    },
    'ocr-memory': {
      about: 'memory of the service and its children while pictures are read',
      load: () => import('./ocr-memory.ts'),
    },
    'scan-stream': {
      about: 'the first page of a scan of twenty, against a scan of one',
      load: () => import('./scan-stream.ts'),
    },
    'document-text': {
      about: 'the text of a folder of PDFs, against pdf.js alone, in one thread and in two',
      load: () => import('./document-text.ts'),
    },
    'document-memory': {
      about: 'memory of the service while documents are read, fifteen at once and 500 one after another',
      load: () => import('./document-memory.ts'),
    },
    'page-kernels': {
      about: 'the kernels for grey pages, against their TypeScript twins on A4 at 300 dpi',
      load: () => import('./page-kernels.ts'),
    },
  }

function help(): void {
  console.log('Benchmarks (npm run bench -- <name>):')
  for (const [name, { about }] of Object.entries(benches)) console.log(`  ${name.padEnd(16)} ${about}`)
  console.log('Peers are installed once with: npm ci --prefix bench/peers')
}

const [name, ...args] = process.argv.slice(2)
const entry = name === undefined ? undefined : benches[name]
if (entry === undefined) {
  if (name !== undefined && name !== '--help') {
    console.error(`There is no benchmark "${name}".`)
    process.exitCode = 2
  }
  help()
} else {
  const { bench } = await entry.load()
  await bench(args)
}
