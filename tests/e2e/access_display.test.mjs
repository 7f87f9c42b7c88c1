// How screens adapt: text spacing, 320 CSS pixels (400 % zoom), sizes of targets, reduced motion, forced colors. One visit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './lib/index.mjs';
import { frames, screens } from './lib/screens.mjs';

// WCAG 1.4.12: line height 1.5, space after paragraphs 2, letters 0.12, words 0.16.
const SPACING = '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }';

/** Spaces the text, or ends that. */
const space = (page, css) => page.evaluate((text) => {
  let style = ui().getElementById('test-spacing');
  if (!style) ui().append(style = Object.assign(document.createElement('style'), { id: 'test-spacing' }));
  style.textContent = text;
}, css);

/** Elements wider than the screen, and text that is cut off without a way to read it. */
const cut = (page) => page.evaluate(() => {
  const found = [];
  const root = document.documentElement;
  const name = (element) => `${element.localName}.${element.className} “${element.innerText?.trim().slice(0, 40)}”`;
  if (root.scrollWidth > root.clientWidth) {
    const scrolls = (one) => one && one !== document.body && (getComputedStyle(one).overflowX !== 'visible' || scrolls(one.parentElement));
    const widest = [...ui().querySelectorAll('*')].find((one) => one.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(one.parentElement));
    found.push(`the page is ${root.scrollWidth} of ${root.clientWidth} px wide: ${widest && name(widest)}`);
  }
  const panel = ui().querySelector('.panel');
  if (panel && panel.clientHeight < 120) found.push(`the view has ${panel.clientHeight} px`);
  for (const element of ui().querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const clips = [style.overflowX, style.overflowY].some((value) => value === 'hidden' || value === 'clip');
    const hidden = !element.checkVisibility() || element.closest('.sr, svg, canvas, select, [aria-hidden="true"]') || element.clientWidth < 3;
    // An ellipsis says that there is more; the complete text is in the title or on a page of its own.
    const shortened = style.textOverflow === 'ellipsis';
    if (!clips || hidden || shortened || !element.innerText?.trim()) continue;
    if (element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'auto') found.push(`cut sideways: ${name(element)}`);
    if (element.scrollHeight > element.clientHeight + 1 && style.overflowY !== 'auto') found.push(`cut below: ${name(element)}`);
  }
  return found;
});

/** Areas that are not for scrolling, but have something outside: a search in the page scrolls there, and the user not back. */
const beyond = (page) => page.evaluate(() => [...ui().querySelectorAll('*')]
  .filter((one) => getComputedStyle(one).overflowY === 'hidden' && one.clientHeight > 100 && one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.localName}.${one.className} is ${one.scrollHeight} of ${one.clientHeight} px high`));

/** Targets below 24 by 24 CSS pixels, without those that WCAG 2.5.8 excepts: with space around, in a sentence, the browser's own. */
const small = (page) => page.evaluate(() => {
  const LEAST = 24;
  const TARGETS = 'a[href], button, input, select, summary, textarea, [role="option"], [role="tab"], [role="slider"], [role="separator"], [role="row"][tabindex], [tabindex="0"]';
  const round = (value) => Math.round(value * 2) / 2;
  const box = (element) => {
    const all = [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect()).filter((rect) => rect.width > 0);
    const [left, top, right, bottom] = [Math.min(...all.map((r) => r.left)), Math.min(...all.map((r) => r.top)), Math.max(...all.map((r) => r.right)), Math.max(...all.map((r) => r.bottom))];
    return { left, top, right, bottom, width: round(right - left), height: round(bottom - top) };
  };
  const isSeen = (element) => {
    if (!element.checkVisibility() || element.closest('.sr, [inert], [hidden], .skip')) return false;
    const rect = element.getBoundingClientRect();
    if (rect.width < 2 || rect.height < 2) return false;
    // Scrolled out of its container, or behind a dialog.
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const inside = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const hit = inside ? ui().elementFromPoint(x, y) : null;
    return !inside || !hit || element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element);
  };
  const targets = [...ui().querySelectorAll(TARGETS)].filter(isSeen).map((element) => ({ element, box: box(element) }));
  const isSmall = ({ box }) => box.width < LEAST || box.height < LEAST;
  const isInText = ({ element }) => {
    const parent = element.parentElement;
    const text = [...parent.childNodes].filter((node) => node !== element && !node.matches?.('button, a, input, select')).map((node) => node.textContent.trim()).join('');
    return getComputedStyle(element).display.startsWith('inline') && text.length > 0;
  };
  const middle = ({ box }) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const nested = (a, b) => a.element.contains(b.element) || b.element.contains(a.element);
  const near = (one, other) => {
    const [x, y] = middle(one);
    if (isSmall(other)) {
      const [a, b] = middle(other);
      if (Math.hypot(x - a, y - b) < LEAST) return true;
    }
    const { left, top, right, bottom } = other.box;
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < LEAST / 2;
  };
  return targets
    .filter((one) => isSmall(one) && !isInText(one))
    .map((one) => [one, targets.find((other) => other !== one && !nested(one, other) && near(one, other))])
    .filter(([, other]) => other)
    .map(([{ element, box }, other]) => `${box.width}×${box.height} ${element.outerHTML.slice(0, 90)} beside ${other.element.outerHTML.slice(0, 60)}`);
});

/** Rules that move something although the user asked for less motion; and how many wait for users who did not. */
const motion = (page) => page.evaluate(() => {
  const always = [];
  let asked = 0;
  const walk = (rules, guarded) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule) walk(rule.cssRules, guarded || /prefers-reduced-motion: no-preference/.test(rule.conditionText));
      const { style } = rule;
      const moves = style && (style.animationName || parseFloat(style.transitionDuration) > 0 || style.scrollBehavior === 'smooth');
      if (moves && guarded) asked += 1;
      else if (moves) always.push(rule.cssText.slice(0, 120));
    }
  };
  for (const sheet of ui().adoptedStyleSheets) walk(sheet.cssRules, false);
  return { always, asked, running: ui().getAnimations().length };
});

/** Marks that are only a color: with forced colors each must differ from its ground, or have a border. */
const flat = (page) => page.evaluate(() => {
  const marks = '.run-bar span, .run-histogram span, .run-swatch, .swatch, .band, .you, .ramp';
  const ground = getComputedStyle(ui().querySelector('.page')).backgroundColor;
  return [...ui().querySelectorAll(marks)].filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1).filter((one) => {
    const { backgroundColor, backgroundImage, borderTopWidth, fill, stroke } = getComputedStyle(one);
    const isSvg = one instanceof SVGElement;
    const shown = isSvg ? [fill, stroke] : [backgroundColor];
    return shown.every((color) => [ground, 'none', 'rgba(0, 0, 0, 0)'].includes(color)) && (isSvg || (parseFloat(borderTopWidth) === 0 && backgroundImage === 'none'));
  }).map((one) => one.outerHTML.slice(0, 100));
});

test('every screen keeps its content with wide text and at 320 pixels, its targets have 24 pixels, and nothing moves', async (t) => {
  // In Spanish, which has the longest words.
  const { page } = await open(t, { context: { locale: 'es', reducedMotion: 'reduce' } });
  const found = [];
  const seen = [];
  for await (const screen of screens(page)) {
    seen.push(screen);
    const note = (what, list) => found.push(...list.map((line) => `${screen}, ${what}: ${line}`));
    note('1280', await small(page));
    // So low that lists are longer than their place.
    await page.setViewportSize({ width: 1280, height: 500 });
    await frames(page);
    note('1280 by 500', await beyond(page));
    await page.setViewportSize({ width: 1280, height: 720 });
    await frames(page);
    const { always, running } = await motion(page);
    note('motion', [...always, ...(running ? [`${running} animations`] : [])]);
    for (const [width, height] of [[360, 740], [320, 256]]) {
      await page.setViewportSize({ width, height });
      await frames(page);
      note(width, await cut(page));
      if (width === 360) note(width, await small(page));
      await space(page, SPACING);
      await frames(page);
      note(`${width} spaced`, await cut(page));
      await space(page, '');
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await space(page, SPACING);
    await frames(page);
    note('1280 spaced', await cut(page));
    await space(page, '');
    await page.emulateMedia({ forcedColors: 'active' });
    note('forced colors', await flat(page));
    await page.emulateMedia({ forcedColors: 'none' });
    await frames(page);
  }
  assert.ok(seen.length >= 17, `${seen}`);
  assert.ok((await motion(page)).asked > 0, 'the style sheets have animations for those who want them');
  assert.deepEqual([...new Set(found)], []);
});
