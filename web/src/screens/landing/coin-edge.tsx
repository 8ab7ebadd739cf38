/** Background decoration: the rim of a large coin, in the colour of lines. */
export function CoinEdge() {
  return (
    <svg
      viewBox="0 0 1200 1200"
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-1/2 -z-10 size-[max(1200px,92vw)] -translate-x-1/2 -translate-y-1/2 text-line"
    >
      <radialGradient id="landing-glow">
        <stop offset="0" className="[stop-color:var(--glow)]" />
        <stop offset="1" className="[stop-color:transparent]" />
      </radialGradient>
      <circle cx="600" cy="600" r="560" fill="url(#landing-glow)" />
      <g fill="none" stroke="currentColor">
        <circle cx="600" cy="600" r="572" strokeWidth="28" strokeDasharray="2 13" />
        <circle cx="600" cy="600" r="544" />
        <circle cx="600" cy="600" r="532" strokeOpacity="0.6" />
      </g>
    </svg>
  );
}
