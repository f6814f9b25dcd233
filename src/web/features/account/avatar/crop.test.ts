import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lyingSize, maxZoom, pan, turn, wholeCrop, zoomTo, type Crop, type Size } from './crop.ts';

const wide: Size = { width: 300, height: 100 };

describe('a crop', () => {
  it('starts in the middle; the shorter side fills the square', () => {
    expect(lyingSize(wholeCrop, wide)).toEqual({ width: 3, height: 1 });
  });

  it('cannot be moved beyond the edge of the picture', () => {
    expect(pan(wholeCrop, { x: 0.25, y: 0.25 }, wide)).toEqual({ ...wholeCrop, x: 0.25, y: 0 });
    expect(pan(wholeCrop, { x: 9, y: -9 }, wide)).toEqual({ ...wholeCrop, x: 1, y: 0 });
  });

  it('keeps the point under the fingers in place while zooming', () => {
    const around = { x: 0.2, y: -0.1 };
    const zoomed = zoomTo(wholeCrop, 2, { picture: wide, around });
    // The new position of that point: its distance from the picture's middle has doubled.
    expect(zoomed.x + (around.x - wholeCrop.x) * 2).toBeCloseTo(around.x);
    expect(zoomed.y + (around.y - wholeCrop.y) * 2).toBeCloseTo(around.y);
  });

  it('turns with the picture and is unchanged after four turns', () => {
    const left = pan(wholeCrop, { x: 1, y: 0 }, wide);
    const turned = turn(left, wide);
    expect(turned).toEqual({ zoom: 1, turns: 1, x: 0, y: -1 });
    expect(turn(turn(turn(turned, wide), wide), wide)).toEqual(left);
  });

  it('never leaves the square uncovered', () => {
    const size = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) });
    const offset = fc.double({ min: -5, max: 5, noNaN: true });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pan' as const), x: offset, y: offset }),
      fc.record({ kind: fc.constant('zoom' as const), zoom: fc.double({ min: -1, max: 9, noNaN: true }), x: offset, y: offset }),
      fc.record({ kind: fc.constant('turn' as const) }),
    );
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 20 }), (picture, steps) => {
        let crop: Crop = wholeCrop;
        for (const next of steps) {
          if (next.kind === 'pan') crop = pan(crop, next, picture);
          else if (next.kind === 'zoom') crop = zoomTo(crop, next.zoom, { picture, around: next });
          else crop = turn(crop, picture);
          const { width, height } = lyingSize(crop, picture);
          expect(crop.zoom).toBeGreaterThanOrEqual(1);
          expect(crop.zoom).toBeLessThanOrEqual(maxZoom);
          expect(width / 2 - Math.abs(crop.x)).toBeGreaterThanOrEqual(0.5 - 1e-9);
          expect(height / 2 - Math.abs(crop.y)).toBeGreaterThanOrEqual(0.5 - 1e-9);
        }
      }),
    );
  });
});
