import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { Fault, fault } from '../../../bridge/faults.ts'
import type { Assets } from '../../leaf.ts'

/** Where a language comes from: a folder of the user's own, or a package that came with the installation. */
export interface Language {
  /** As Tesseract names it: `eng`, `fra`, `chi_sim`; the name of the file without its ending. */
  code: string
  /** Absolute path of `<code>.traineddata` or `<code>.traineddata.gz`. */
  path: string
  from: 'folder' | 'package'
  /** Changes when the file is replaced. */
  stamp: string
}

/** Codes are names of files, so nothing that could lead out of a folder. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/
/** Each takes memory and makes every word slower. */
const MAX_LANGUAGES = 8
const ENDING = /\.traineddata(\.gz)?$/
const SCOPE = '@tesseract.js-data'
/** Finds which way up a page is, and reads nothing. */
const ORIENTATION = 'osd'

type Packages = Pick<Assets, 'packagePath'>

/**
 * The languages that can be read, sorted by code: files of `dataFolder`, then installed packages. Nothing is
 * loaded, so that the main thread may ask. A folder that is not there has no languages. Faults: INVALID_INPUT.
 */
export function languages(assets: Packages, dataFolder?: string): Language[] {
  const codes = new Set([...codesOfFolder(dataFolder), ...codesOfPackages(assets)])
  return [...codes]
    .filter((code) => CODE.test(code) && code !== ORIENTATION)
    .sort()
    .flatMap((code) => find(assets, code, dataFolder) ?? [])
}

/**
 * The files of the languages asked for, in that order and each once; the first is the one read by preference.
 * A file of `dataFolder` goes before that of a package. Faults: INVALID_INPUT; UNAVAILABLE, saying how to add a
 * language and which are there (`data.languages`).
 */
export function languageFiles(assets: Packages, codes: readonly string[], dataFolder?: string): Language[] {
  if (codes.length === 0 || codes.length > MAX_LANGUAGES) {
    throw fault(
      'INVALID_INPUT',
      `One to ${MAX_LANGUAGES} languages were expected, such as eng; ${codes.length} came.`,
      { maxLanguages: MAX_LANGUAGES },
    )
  }
  return [...new Set(codes)].map((code) => {
    const found = CODE.test(code) && code !== ORIENTATION ? find(assets, code, dataFolder) : undefined
    return found ?? refuse(assets, code, dataFolder)
  })
}

/** The data that tells which way up a page is. Faults: UNAVAILABLE. */
export function orientationFile(assets: Packages): Language {
  const path = assets.packagePath(`${SCOPE}/${ORIENTATION}`, `4.0.0/${ORIENTATION}.traineddata.gz`)
  return { code: ORIENTATION, path, from: 'package', stamp: stampOf(path) ?? '' }
}

function refuse(assets: Packages, code: string, dataFolder: string | undefined): never {
  const there = languages(assets, dataFolder).map((language) => language.code)
  const name = CODE.test(code) ? code : '<code>'
  const place = dataFolder ?? 'the folder of language files (see the settings)'
  throw fault(
    'UNAVAILABLE',
    `There is no language ${JSON.stringify(code.slice(0, 40))}; there are ${there.join(', ') || 'none'}. ` +
      `To add one, put its Tesseract file ${name}.traineddata (or .traineddata.gz) into ${place}.`,
    { languages: there },
  )
}

function find(assets: Packages, code: string, dataFolder: string | undefined): Language | undefined {
  for (const ending of dataFolder === undefined ? [] : ['.traineddata', '.traineddata.gz']) {
    const path = join(absolute(dataFolder), code + ending)
    const stamp = stampOf(path)
    if (stamp !== undefined) return { code, path, from: 'folder', stamp }
  }
  const path = inPackage(assets, `${SCOPE}/${code}`, `4.0.0_best_int/${code}.traineddata.gz`)
  const stamp = path === undefined ? undefined : stampOf(path)
  return path === undefined || stamp === undefined ? undefined : { code, path, from: 'package', stamp }
}

function codesOfFolder(dataFolder: string | undefined): string[] {
  if (dataFolder === undefined) return []
  return entries(absolute(dataFolder)).flatMap((name) =>
    ENDING.test(name) ? [name.replace(ENDING, '')] : [],
  )
}

/** Packages of languages lie side by side, so the one that always comes along leads to the others. */
function codesOfPackages(assets: Packages): string[] {
  const known = inPackage(assets, `${SCOPE}/${ORIENTATION}`, 'package.json')
  return known === undefined ? [] : entries(dirname(dirname(known)))
}

function inPackage(assets: Packages, name: string, path: string): string | undefined {
  try {
    return assets.packagePath(name, path)
  } catch (error) {
    if (error instanceof Fault && error.code === 'UNAVAILABLE') return undefined
    throw error
  }
}

function absolute(folder: string | undefined): string {
  if (folder !== undefined && isAbsolute(folder)) return folder
  throw fault(
    'INVALID_INPUT',
    `The folder of language files must be an absolute path; ${basename(folder ?? '')} came.`,
  )
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function stampOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? `${stat.size}:${stat.mtimeMs}` : undefined
}
