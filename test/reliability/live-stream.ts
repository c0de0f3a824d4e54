/** Opens the live stream like a browser. `heard` collects the received topics. */
export async function openLiveStream(origin: string, cookie: string) {
  const stop = new AbortController();
  const answer = await fetch(`${origin}/api/live`, { headers: { cookie }, signal: stop.signal });
  const topics: string[] = [];
  let open = true;
  const listening = (async () => {
    for await (const piece of answer.body ?? [])
      for (const [, topic = ''] of new TextDecoder().decode(piece).matchAll(/^data: (.+)$/gm)) topics.push(topic);
  })()
    .catch(() => undefined)
    .finally(() => {
      open = false;
    });
  return {
    heard: topics,
    isOpen: () => open,
    close: async () => {
      stop.abort();
      await listening;
    },
  };
}
