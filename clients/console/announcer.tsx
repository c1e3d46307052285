/** Says news to people who listen to the page; nobody sees it. */
export function Announcer({ news }: { news: string }) {
  return (
    <p id="announcer" class="hidden-but-read" role="status" aria-live="polite">
      {news}
    </p>
  )
}
