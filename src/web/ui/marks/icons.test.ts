import { siQq, siSinaweibo, siWechat } from 'simple-icons';
import { expect, test } from 'vitest';
import * as brandIcons from './brand-icons.ts';
import * as icons from './icons.ts';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** One of Lucide's shapes as a path. */
function pathOf([tag, attributes]: Shape): string {
  const n = (key: string) => Number(attributes[key] ?? 0);
  const [x, y, w, h, r] = [n('x'), n('y'), n('width'), n('height'), n('rx') || n('ry') || n('r')];
  const corner = (dx: number, dy: number) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`);
  switch (tag) {
    case 'path':
      // A first `m` is relative to the origin; after another shape it would not be.
      return (attributes['d'] ?? '').replace(/^m/, 'M0 0m');
    case 'circle':
      return `M${n('cx') - r} ${n('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case 'ellipse':
      return `M${n('cx') - n('rx')} ${n('cy')}a${n('rx')} ${n('ry')} 0 1 0 ${2 * n('rx')} 0a${n('rx')} ${n('ry')} 0 1 0 ${-2 * n('rx')} 0z`;
    case 'line':
      return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`;
    case 'rect':
      return [
        `M${x + r} ${y}h${w - 2 * r}${corner(r, r)}v${h - 2 * r}${corner(-r, r)}`,
        `h${2 * r - w}${corner(-r, -r)}v${2 * r - h}${corner(r, -r)}z`,
      ].join('');
    default:
      throw new Error(`a shape <${tag}> is not known here`);
  }
}

const fileOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test.each(Object.entries(icons))('draws %s like Lucide', async (name, path) => {
  const { __iconData: icon }: { __iconData: { node: readonly Shape[] } } = await import(`lucide-react/icons/${fileOf(name)}`);
  expect(path).toBe(icon.node.map(pathOf).join(''));
});

test('draws the icons of the social platforms like their owners', () => {
  expect({ ...brandIcons }).toEqual({ wechat: siWechat.path, weibo: siSinaweibo.path, qq: siQq.path });
});
