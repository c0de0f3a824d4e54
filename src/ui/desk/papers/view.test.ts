import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnSize, fitScale, kept, moved, turned, turnedSize, type View, whole, zoomBounds, zoomed } from './view.ts';

const length = fc.double({ min: 1, max: 5000, noNaN: true });
const sizes = fc.record({ width: length, height: length });
const views = fc.record({
  zoom: fc.double({ min: zoomBounds.least, max: zoomBounds.most, noNaN: true }),
  turn: fc.integer({ min: 0, max: 3 }),
  x: fc.double({ min: -9000, max: 9000, noNaN: true }),
  y: fc.double({ min: -9000, max: 9000, noNaN: true }),
});
const factors = fc.double({ min: 0.01, max: 100, noNaN: true });

describe('fitting', () => {
  test('a wide paper fits by its width, a turned one by what is then its width', () => {
    const paper = { width: 400, height: 100 };
    const frame = { width: 200, height: 200 };
    expect(fitScale(paper, frame, 0)).toBe(0.5);
    expect(drawnSize(paper, frame, whole)).toEqual({ width: 200, height: 50 });
    expect(drawnSize(paper, { width: 100, height: 200 }, { ...whole, turn: 1 })).toEqual({ width: 200, height: 50 });
  });

  test('the whole paper lies within the frame however it is turned, and touches it', () => {
    fc.assert(
      fc.property(sizes, sizes, fc.integer({ min: 0, max: 3 }), (paper, frame, turn) => {
        const { width, height } = turnedSize(drawnSize(paper, frame, { ...whole, turn }), turn);
        expect(width).toBeLessThanOrEqual(frame.width * 1.000001);
        expect(height).toBeLessThanOrEqual(frame.height * 1.000001);
        expect(Math.max(width / frame.width, height / frame.height)).toBeCloseTo(1, 6);
      }),
    );
  });

  test('a paper without a size is drawn as nothing, not as infinity', () => {
    expect(drawnSize({ width: 0, height: 10 }, { width: 100, height: 100 }, whole)).toEqual({ width: 0, height: 0 });
  });
});

describe('enlarging', () => {
  test('stays between whole and eight times, whatever is pressed', () => {
    fc.assert(
      fc.property(views, fc.array(factors, { maxLength: 20 }), (view, presses) => {
        const { zoom } = presses.reduce<View>((now, factor) => zoomed(now, factor), view);
        expect(zoom).toBeGreaterThanOrEqual(zoomBounds.least);
        expect(zoom).toBeLessThanOrEqual(zoomBounds.most);
      }),
    );
  });

  test('keeps what lies under the pointer under the pointer', () => {
    const before: View = { zoom: 2, turn: 0, x: 30, y: -10 };
    const pointer = { x: 100, y: 50 };
    const after = zoomed(before, 2, pointer);
    const under = (view: View) => [(pointer.x - view.x) / view.zoom, (pointer.y - view.y) / view.zoom];
    expect(under(after)).toEqual(under(before));
  });

  test('at the bound nothing moves any more', () => {
    const view = { zoom: zoomBounds.most, turn: 0, x: 12, y: 7 };
    expect(zoomed(view, 1.5, { x: 90, y: 90 })).toEqual(view);
  });
});

describe('turning', () => {
  test('four quarters lead back', () => {
    fc.assert(
      fc.property(views, (view) => {
        const back = turned(turned(turned(turned(view))));
        expect(back.turn).toBe(view.turn);
        expect(back.x).toBeCloseTo(view.x, 9);
        expect(back.y).toBeCloseTo(view.y, 9);
      }),
    );
  });

  test('what was right of the middle is below it afterwards', () => {
    expect(turned({ zoom: 2, turn: 0, x: 40, y: 0 })).toEqual({ zoom: 2, turn: 1, x: 0, y: 40 });
  });
});

describe('moving', () => {
  test('ends at the edge of the paper: the frame never shows emptiness that paper could fill', () => {
    fc.assert(
      fc.property(sizes, sizes, views, (paper, frame, view) => {
        const held = kept(moved(view, { x: 1e6, y: -1e6 }), paper, frame);
        const drawn = turnedSize(drawnSize(paper, frame, held), held.turn);
        expect(Math.abs(held.x)).toBeCloseTo(Math.max(0, drawn.width - frame.width) / 2, 4);
        expect(Math.abs(held.y)).toBeCloseTo(Math.max(0, drawn.height - frame.height) / 2, 4);
      }),
    );
  });

  test('a paper that fits stays in the middle', () => {
    const held = kept({ ...whole, x: 50, y: 50 }, { width: 10, height: 10 }, { width: 100, height: 100 });
    expect(held).toEqual(whole);
  });

  test('within the paper it goes exactly as far as it is pulled', () => {
    const view = { zoom: 4, turn: 0, x: 0, y: 0 };
    const frame = { width: 100, height: 100 };
    expect(kept(moved(view, { x: 20, y: -30 }), frame, frame)).toEqual({ ...view, x: 20, y: -30 });
  });
});
