/** Makes a text safe inside of an element or an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** A small page for the sign-ins, with one card. `body` is HTML. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · sandbox</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
  <body><main><h1>${title}</h1>${body}</main></body></html>`;
}

const STYLE = `
  body { margin: 0; background: #0B0D10; color: #F2F4F7; font: 15px/1.5 system-ui, sans-serif }
  main { max-width: 420px; margin: 8vh auto; padding: 24px; background: #12151A; border: 1px solid #232830; border-radius: 14px; box-sizing: border-box }
  @media (max-width: 480px) { main { margin: 0; border: 0; border-radius: 0; min-height: 100vh } }
  h1 { font-size: 20px; margin: 0 0 4px } .quiet, small { color: #98A1AF } small { display: block }
  ul { list-style: none; margin: 16px 0; padding: 0; max-height: 50vh; overflow: auto }
  li { display: flex; gap: 12px; align-items: center; padding: 8px 0; border-bottom: 1px solid #232830 }
  li span { flex: 1; min-width: 0; overflow-wrap: anywhere } img { border-radius: 50% }
  form { display: flex; gap: 8px; align-items: end } label { flex: 1; color: #98A1AF; font-size: 13px }
  input { display: block; width: 100%; box-sizing: border-box; margin-top: 4px; padding: 8px 10px; color: inherit; background: #0B0D10; border: 1px solid #2D343F; border-radius: 8px; font: inherit }
  a { color: #7AA2FF } .approve { background: #7AA2FF; color: #0B0D10; border: 0; padding: 8px 14px; border-radius: 8px; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
  .deny { color: #FF8A8A } :focus-visible { outline: 2px solid #7AA2FF; outline-offset: 2px }`;
