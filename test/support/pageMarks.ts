/**
 * A function that runs in the page, as text: the contrast of every mark with what is behind it, from
 * computed colors, as WCAG 2 defines it. A canvas blends the colors, so any notation and any opacity
 * will do.
 */
export const contrastOfMarks = `() => {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    .getContext('2d', { willReadFrequently: true });
  const luminance = (colors) => {
    for (const color of colors) {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const colors = [];
    for (let each = element; each !== null; each = each.parentElement) {
      colors.unshift(getComputedStyle(each).backgroundColor);
    }
    return ['white', ...colors];
  };
  const marks = [
    ['.mark, .part, .pointer, .length, .icon', 'fill'],
    ['.level, .spinner', 'borderTopColor'],
  ];
  return marks.flatMap(([selector, property]) =>
    [...document.querySelectorAll('#report :is(' + selector + ')')].flatMap((element) => {
      const below = behind(element.parentElement);
      const track = element.matches('.length') ? [getComputedStyle(element.previousElementSibling).fill] : [];
      return [below, [...below, ...track]].map((colors) => {
        const own = luminance([...colors, getComputedStyle(element)[property]]);
        const other = luminance(colors);
        const ratio = (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05);
        return { name: element.getAttribute('class') || element.localName, ratio };
      });
    }),
  );
}`;
