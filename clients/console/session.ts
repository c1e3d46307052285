const key = 'talaria.token'

/** The code in a pasted link or fragment, or the text itself when it is a bare code. */
export function linkCodeOf(text: string): string | undefined {
  const code = /(?:^|#)link=([\w-]+)/.exec(text)?.[1]
  return code ?? (/^[\w-]{16,}$/.test(text.trim()) ? text.trim() : undefined)
}

/**
 * The code of a one-time link in the address bar. It is taken out of the address and the history at once, so that
 * neither a bookmark nor a look over the shoulder carries it on.
 */
export function takeLinkCode(): string | undefined {
  const code = linkCodeOf(location.hash)
  if (code !== undefined) history.replaceState(undefined, '', location.pathname + location.search)
  return code
}

/** The token of this browser tab; it is gone when the tab is closed. */
export const session = {
  read: (): string | undefined => sessionStorage.getItem(key) ?? undefined,
  keep: (token: string): void => sessionStorage.setItem(key, token),
  end: (): void => sessionStorage.removeItem(key),
}
