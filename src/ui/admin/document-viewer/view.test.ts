import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clampView,
  getFitScale,
  getRotatedSize,
  getZoomedSize,
  initialView,
  moveView,
  rotateView,
  type View,
  zoomBounds,
  zoomView,
} from './view.ts';

const length = fc.double({ min: 1, max: 5000, noNaN: true });
const sizes = fc.record({ width: length, height: length });
const views = fc.record({
  zoom: fc.double({ min: zoomBounds.min, max: zoomBounds.max, noNaN: true }),
  turn: fc.integer({ min: 0, max: 3 }),
  x: fc.double({ min: -9000, max: 9000, noNaN: true }),
  y: fc.double({ min: -9000, max: 9000, noNaN: true }),
});
const factors = fc.double({ min: 0.01, max: 100, noNaN: true });

describe('fitting', () => {
  test('a wide document fits by its width, a rotated one by its new width', () => {
    const paper = { width: 400, height: 100 };
    const frame = { width: 200, height: 200 };
    expect(getFitScale(paper, frame, 0)).toBe(0.5);
    expect(getZoomedSize(paper, frame, initialView)).toEqual({ width: 200, height: 50 });
    expect(getZoomedSize(paper, { width: 100, height: 200 }, { ...initialView, turn: 1 })).toEqual({
      width: 200,
      height: 50,
    });
  });

  test('the whole document touches the frame and lies within it in every rotation', () => {
    fc.assert(
      fc.property(sizes, sizes, fc.integer({ min: 0, max: 3 }), (paper, frame, turn) => {
        const { width, height } = getRotatedSize(getZoomedSize(paper, frame, { ...initialView, turn }), turn);
        expect(width).toBeLessThanOrEqual(frame.width * 1.000001);
        expect(height).toBeLessThanOrEqual(frame.height * 1.000001);
        expect(Math.max(width / frame.width, height / frame.height)).toBeCloseTo(1, 6);
      }),
    );
  });

  test('a document without a size has a scale of zero, not infinity', () => {
    expect(getZoomedSize({ width: 0, height: 10 }, { width: 100, height: 100 }, initialView)).toEqual({
      width: 0,
      height: 0,
    });
  });
});

describe('zooming', () => {
  test('stays between the whole document and eight times its size', () => {
    fc.assert(
      fc.property(views, fc.array(factors, { maxLength: 20 }), (view, presses) => {
        const { zoom } = presses.reduce<View>((now, factor) => zoomView(now, factor), view);
        expect(zoom).toBeGreaterThanOrEqual(zoomBounds.min);
        expect(zoom).toBeLessThanOrEqual(zoomBounds.max);
      }),
    );
  });

  test('keeps the point under the pointer in place', () => {
    const before: View = { zoom: 2, turn: 0, x: 30, y: -10 };
    const pointer = { x: 100, y: 50 };
    const after = zoomView(before, 2, pointer);
    const under = (view: View) => [(pointer.x - view.x) / view.zoom, (pointer.y - view.y) / view.zoom];
    expect(under(after)).toEqual(under(before));
  });

  test('moves nothing at the limit', () => {
    const view = { zoom: zoomBounds.max, turn: 0, x: 12, y: 7 };
    expect(zoomView(view, 1.5, { x: 90, y: 90 })).toEqual(view);
  });
});

describe('rotating', () => {
  test('four quarter turns restore the start', () => {
    fc.assert(
      fc.property(views, (view) => {
        const back = rotateView(rotateView(rotateView(rotateView(view))));
        expect(back.turn).toBe(view.turn);
        expect(back.x).toBeCloseTo(view.x, 9);
        expect(back.y).toBeCloseTo(view.y, 9);
      }),
    );
  });

  test('a point right of the centre ends up below it', () => {
    expect(rotateView({ zoom: 2, turn: 0, x: 40, y: 0 })).toEqual({ zoom: 2, turn: 1, x: 0, y: 40 });
  });
});

describe('moving', () => {
  test('stops at the edge of the document, so the frame never shows space that it could fill', () => {
    fc.assert(
      fc.property(sizes, sizes, views, (paper, frame, view) => {
        const held = clampView(moveView(view, { x: 1e6, y: -1e6 }), paper, frame);
        const shownSize = getRotatedSize(getZoomedSize(paper, frame, held), held.turn);
        expect(Math.abs(held.x)).toBeCloseTo(Math.max(0, shownSize.width - frame.width) / 2, 4);
        expect(Math.abs(held.y)).toBeCloseTo(Math.max(0, shownSize.height - frame.height) / 2, 4);
      }),
    );
  });

  test('a document that fits stays centred', () => {
    const held = clampView({ ...initialView, x: 50, y: 50 }, { width: 10, height: 10 }, { width: 100, height: 100 });
    expect(held).toEqual(initialView);
  });

  test('inside the document it follows the drag exactly', () => {
    const view = { zoom: 4, turn: 0, x: 0, y: 0 };
    const frame = { width: 100, height: 100 };
    expect(clampView(moveView(view, { x: 20, y: -30 }), frame, frame)).toEqual({ ...view, x: 20, y: -30 });
  });
});
