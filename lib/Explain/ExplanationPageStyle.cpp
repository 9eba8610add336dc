//===- ExplanationPageStyle.cpp - The look of pages -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Colours follow the reader's choice of light or dark. Without the script, all
// is there but what lights up.
//
//===----------------------------------------------------------------------===//

#include "ExplanationPageStyle.h"

llvm::StringRef weft::explain::getPageStyle() {
  return R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff;
  --faint: #59636e; --line: #d1d9e0; --panel: #f6f8fa; --lit: #fff3b0;
  --link: #0969da; --p0: #1f6fb4; --p1: #c62828; --p2: #23802b; --p3: #7e4fb0;
  --p4: #b85a00; --p5: #0b7c8a; --p6: #7d4a3c; --p7: #b0368a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3;
  --paper: #0d1117; --faint: #9198a1; --line: #3d444d; --panel: #161b22;
  --lit: #5a4a00; --link: #4493f8; --p0: #6cb2f2; --p1: #ff8a80; --p2: #7ad483;
  --p3: #c7a2f5; --p4: #ffb066; --p5: #62d3e0; --p6: #d9a798; --p7: #f49ad6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem 1.5rem 4rem; max-width: 100rem;
  color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem;
  border-bottom: 1px solid var(--line); } h3 { font-size: 1rem; }
pre, code, td, li, svg, .t { font-family: ui-monospace, monospace;
  font-size: 0.875rem; }
pre, code, li, td { unicode-bidi: isolate; }
pre, figure { overflow-x: auto; background: var(--panel); margin: 0.5rem 0;
  padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; }
figcaption { color: var(--faint); }
table { border-collapse: collapse; } td, th { text-align: left;
  padding: 0.15rem 1rem 0.15rem 0; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; padding: 0.25rem 0; }
.faint { color: var(--faint); }
.nested { margin-left: 1.5rem; border-left: 2px solid var(--line);
  padding-left: 1rem; }
.levels { display: grid; grid-template-columns: minmax(14rem, 1fr) minmax(0, 3fr);
  gap: 1.5rem; align-items: start; }
.levels .source { position: sticky; top: 1rem; }
@media (max-width: 60rem) { .levels { grid-template-columns: minmax(0, 1fr); }
  .levels .source { position: static; } }
.l { display: block; min-height: 1.2em; }
.t { all: unset; cursor: pointer; }
button.chip { font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: 1rem; padding: 0 0.75rem;
  margin: 0 0.25rem 0.25rem 0; cursor: pointer; }
button:focus-visible, summary:focus-visible, pre:focus-visible,
figure:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.on { background: var(--lit); border-radius: 3px; }
button[aria-pressed=true] { background: var(--lit); }
svg text { fill: var(--ink); } svg .mid, svg .variable { text-anchor: middle; }
svg .label { font-size: 0.8rem; } svg .mid { font-size: 0.8rem; }
svg .variable, svg .tensor { font-weight: bold; font-size: 0.95rem; }
svg rect { fill: var(--paper); stroke: var(--faint); stroke-width: 1.5; }
svg .e { fill: none; stroke: var(--faint); stroke-width: 1.8; }
svg .dashed { stroke-dasharray: 5 4; }
svg .nest { stroke: var(--line); stroke-dasharray: 2 4; stroke-width: 2; }
svg .on rect { fill: var(--lit); stroke: var(--ink); stroke-width: 2.5; }
svg .on .e { stroke-width: 4; }
#arrow path { fill: var(--faint); }
)css"
         R"css(.p0 .e { stroke: var(--p0); } .p0 text { fill: var(--p0); }
.p1 .e { stroke: var(--p1); } .p1 text { fill: var(--p1); }
.p2 .e { stroke: var(--p2); } .p2 text { fill: var(--p2); }
.p3 .e { stroke: var(--p3); } .p3 text { fill: var(--p3); }
.p4 .e { stroke: var(--p4); } .p4 text { fill: var(--p4); }
.p5 .e { stroke: var(--p5); } .p5 text { fill: var(--p5); }
.p6 .e { stroke: var(--p6); } .p6 text { fill: var(--p6); }
.p7 .e { stroke: var(--p7); } .p7 text { fill: var(--p7); }
svg .path .e { stroke-width: 2.2; }
)css";
}

// What is lit is named (data-n), or stands in a range of the text (data-b to
// data-e): a line of code lights the pieces of the text in its range, a piece
// the lines whose range holds it most closely at each level.
llvm::StringRef weft::explain::getPageScript() {
  return R"js(
(() => {
  const all = (selector, root = document) =>
      [...root.querySelectorAll(selector)];
  const marked = all('[data-n], [data-b]');
  const listings = all('pre.code');
  let held = null;
  const within = (inner, outer) =>
      Number(inner.dataset.b) >= Number(outer.dataset.b) ?
      Number(outer.dataset.e) >= Number(inner.dataset.e) : false;
  const size = e => Number(e.dataset.e) - Number(e.dataset.b);
  const same = (a, b) => a.dataset.b == b.dataset.b ?
      a.dataset.e == b.dataset.e : false;
  const find = what => {
    const found = new Set();
    if (what.dataset.n !== undefined)
      marked.filter(e => e.dataset.n === what.dataset.n)
            .forEach(e => found.add(e));
    if (what.dataset.b === undefined)
      return found;
    const isLine = what.classList.contains('l');
    if (isLine)
      all('.t').filter(e => within(e, what)).forEach(e => found.add(e));
    for (const listing of listings) {
      const lines = all('.l[data-b]', listing);
      const around = isLine ? lines.filter(e => same(e, what))
                            : lines.filter(e => within(what, e));
      const least = Math.min(...around.map(size));
      around.filter(e => size(e) == least).forEach(e => found.add(e));
    }
    return found;
  };
  const show = what => {
    const found = what ? find(what) : new Set();
    marked.forEach(e => e.classList.toggle('on', found.has(e)));
  };
  const target = event => event.target.closest
      ? event.target.closest('[data-n], [data-b]') : null;
  const release = () => {
    all('button').forEach(e => e.setAttribute('aria-pressed', 'false'));
    held = null;
  };
  document.addEventListener('mouseover', e => show(target(e) || held));
  document.addEventListener('focusin', e => show(target(e) || held));
  document.addEventListener('focusout', () => show(held));
  document.addEventListener('click', e => {
    const chosen = e.target.closest('button');
    if (!chosen)
      return;
    const again = chosen === held;
    release();
    if (!again) {
      held = chosen;
      chosen.setAttribute('aria-pressed', 'true');
    }
    show(held);
  });
  document.addEventListener('keydown', e => {
    if (e.key == 'Escape') {
      release();
      show(null);
    }
  });
})();
)js";
}
