/** The style of the reference: its own, because the console's is part of its build and this page stands without it. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1a202b, #e8ecf2);
  --soft: light-dark(#525c6b, #a5b0bf);
  --back: light-dark(#ffffff, #161b22);
  --raised: light-dark(#f5f7fa, #0e1217);
  --line: light-dark(#c9d1dc, #39424f);
  --link: light-dark(#0f5cbf, #6fb1ff);
  --danger: light-dark(#a32a00, #ffa27c);
  font: 15px/1.55 'Segoe UI Variable Text', 'Segoe UI', system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 240px minmax(0, 1fr); color: var(--text); background: var(--back); }
nav { padding: 24px 16px; border-inline-end: 1px solid var(--line); position: sticky; top: 0; height: 100vh; overflow: auto; }
nav p { margin: 0 0 12px; font-weight: 600; }
nav ul { list-style: none; margin: 0 0 16px; padding: 0; }
nav li a { display: block; padding: 4px 8px; border-radius: 6px; }
nav [aria-current] { background: var(--raised); font-weight: 600; }
main { padding: 24px 32px 64px; max-width: 1000px; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible, pre:focus-visible, .table:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: 28px; margin: 0 0 16px; }
h2 { font-size: 18px; margin: 32px 0 8px; overflow-wrap: anywhere; }
h3 { font-size: 15px; margin: 20px 0 6px; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { padding: 12px 16px; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; overflow: auto; }
article { border-top: 1px solid var(--line); margin-top: 32px; }
.facts { color: var(--soft); }
.method { display: inline-block; min-width: 58px; padding: 0 6px; border: 1px solid currentColor; border-radius: 6px; font: 600 12px/20px ui-monospace, monospace; text-align: center; }
.get { color: var(--soft); }
.post, .put, .patch { color: var(--link); }
.delete { color: var(--danger); }
.calls { list-style: none; margin: 0; padding: 0; }
.calls li { padding: 6px 0; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; }
.calls code { overflow-wrap: anywhere; }
.calls span:last-child { color: var(--soft); }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
thead th { color: var(--soft); font-weight: 600; }
@media (width <= 760px) {
  body { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; height: auto; border-inline-end: 0; border-bottom: 1px solid var(--line); }
  nav ul { display: flex; flex-wrap: wrap; gap: 4px; }
  main { padding: 16px; }
}
`;
