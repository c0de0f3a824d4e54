import { expect, test } from 'vitest';
import { liveRoom, openLiveRoom } from './live-room.ts';

test('who commands a whole /48 of IPv6 leaves others live lines, and what they leave is free again', () => {
  const room = openLiveRoom();
  const entered = Array.from({ length: liveRoom.all }, (_, n) => room.connection(`2001:db8:77:${n.toString(16)}::1`));
  const leaves = entered.filter((leave) => leave !== null);
  expect(leaves).toHaveLength(liveRoom.network);
  expect(room.connection('198.51.100.7')).not.toBeNull();
  for (const leave of leaves) leave();
  expect(room.connection('2001:db8:77::1')).not.toBeNull();
});

test('however many strangers listen, from however many networks, whoever has an account finds a line', () => {
  const room = openLiveRoom();
  let open = 0;
  for (const network of ['2001:db8:1', '2001:db8:2', '2001:db8:3'])
    for (let n = 0; n < liveRoom.network; n++) {
      const place = room.connection(`${network}:${n.toString(16)}::1`);
      if (place && room.person(null)) open += 1;
      else place?.();
    }
  expect(open).toBe(liveRoom.strangers);
  const place = room.connection('198.51.100.7');
  expect(place).not.toBeNull();
  expect(room.person('somebody')).not.toBeNull();
});
