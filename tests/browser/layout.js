/** Measures of a table's layout, put into a page by `layout.py`. */
window.layout = {
  keep() {
    const wanted = '.play .board, .play .board > *, .play .board svg, .play .market, .play .camp, .prompt, .hand button, .tools button, .seats li';
    window.kept = [...document.querySelectorAll(wanted)].map((one) => [one, one.getBoundingClientRect()]);
  },

  moved() {
    const told = (one) => `${one.tagName.toLowerCase()}.${String(one.className?.baseVal ?? one.className).split(' ').slice(0, 2).join('.')}`;
    const sides = ['x', 'y', 'width', 'height'];
    return window.kept.flatMap(([one, before]) => {
      if (!one.isConnected) return [];
      const now = one.getBoundingClientRect();
      const far = sides.filter((side) => now[side] !== before[side]).map((side) => `${side} ${before[side]} -> ${now[side]}`);
      return far.length ? [`${told(one)}: ${far.join(', ')}`] : [];
    });
  },

  cut() {
    const found = [];
    const root = document.querySelector('.play');
    const hides = (style) => /hidden|clip/.test(style.overflow + style.overflowX + style.overflowY);
    const scrolls = (style) => /auto|scroll/.test(style.overflowY + style.overflowX);
    const pieces = [...root.querySelectorAll('.piece')].map((one) => one.getBoundingClientRect());
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim();
      const one = walker.currentNode.parentElement;
      if (!text || one.closest('.hidden, style, script, dialog, select, [hidden]')) continue;
      if (one.checkVisibility && !one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) {
        if (one.closest('.words') && one.getBoundingClientRect().width) found.push(`dropped: ${text}`);
        continue;
      }
      range.selectNodeContents(walker.currentNode);
      const lines = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
      if (!lines.length) continue;
      let cut = '', held = false;
      for (let box = one; box && box !== root && !cut; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.position === 'absolute' && style.clipPath !== 'none') { cut = 'unseen'; break; }
        const inner = box.getBoundingClientRect();
        if (scrolls(style)) { held = true; break; }
        if (!hides(style)) continue;
        if (box instanceof SVGElement) continue;
        for (const line of lines) {
          // A line's box is taller than its letters.
          const slack = line.height * 0.2;
          if (line.right > inner.right + 1 || line.left < inner.left - 1 || line.bottom - slack > inner.bottom + 1 || line.top + slack < inner.top - 1) cut = 'cut';
        }
        if (style.textOverflow === 'ellipsis' && box.scrollWidth > box.clientWidth + 1) cut = 'cut';
        if (style.webkitLineClamp !== 'none' && box.scrollHeight > box.clientHeight + 2) cut = 'cut';
      }
      if (cut === 'unseen') continue;
      if (cut) found.push(`${cut}: ${text} in ${one.closest('[class]').className}`);
      const notice = one.closest('.notice')?.getBoundingClientRect();
      if (notice && !held && lines.some(({ top, bottom, height }) => bottom - height * 0.2 > notice.bottom || top + height * 0.2 < notice.top)) found.push(`beyond its room: ${text}`);
      if (one.closest('.place, .camp')) {
        for (const line of lines) {
          const over = pieces.find((piece) => Math.min(piece.right, line.right) - Math.max(piece.left, line.left) > 2 && Math.min(piece.bottom, line.bottom) - Math.max(piece.top, line.top) > 3);
          if (over) { found.push(`covered: ${text} of ${one.closest('[data-place]')?.dataset.place ?? 'camp'}`); break; }
        }
      }
      if (lines.some((line) => line.left < -1 || line.right > innerWidth + 1)) found.push(`outside: ${text}`);
    }
    for (const box of document.querySelectorAll('.play .board, .play .board div, .play .hand, .play .hand .detail')) {
      const [wide, high] = [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight];
      if (scrolls(getComputedStyle(box)) && (wide > 1 || high > 1)) found.push(`scrolls by ${wide}, ${high}: ${box.className}`);
    }
    return [...new Set(found)];
  },

  unfit(texts) {
    const words = [...document.querySelectorAll('.place .words')].find((one) => one.clientHeight > 0);
    const sizes = [1, 0.93, 0.86, 0.79, 0.72, 0.66];
    const fits = (size) => {
      words.style.fontSize = `${size}em`;
      return words.scrollHeight <= words.clientHeight + 1 && words.scrollWidth <= words.clientWidth + 1;
    };
    return Object.values(texts).filter((text) => {
      words.textContent = text;
      return !sizes.some(fits);
    });
  },
};
