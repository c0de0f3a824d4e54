/** Said where the scripts of a page do not come: what stands in it is still there, and goes on by itself. */
export const lineLost = {
  title: 'No connection',
  text: 'What you typed stays here. This page goes on by itself when the line is back.',
} as const;

/**
 * Begins with the application when there is something to read: on the first touch or key, or when the page has been
 * shown and the browser has nothing else to do. Its files are asked for then, all at once.
 *
 * Where one does not come, that is said, and all are asked for again: a second later, then after twice as long each
 * time, a quarter of a minute at most, and at once when the browser has a line again. When all are here the application
 * begins anew. What had come of it is not run twice: a module runs once in a page.
 */
export const starter = [
  '(function(own,done){var files=own.dataset.files.split(` `),rest=1000,timer=0,told=null;',
  'function begin(){var live=document.createElement(`script`);live.type=`module`;live.onerror=lost;',
  'live.textContent=own.previousSibling.textContent;document.body.append(live)}',
  'function go(){if(done)return;done=true;files.forEach(function(file){var link=document.createElement(`link`);',
  'link.rel=`modulepreload`;link.href=file;link.onerror=lost;document.head.append(link)});begin()}',
  'function part(name,look,inside){var made=document.createElement(name);made.className=look;',
  'made.append(inside);return made}',
  'function tell(){if(told)return;told=part(`section`,`toasts`,``);told.dataset.given=``;document.body.append(told);',
  `var words=part(\`div\`,\`\`,part(\`b\`,\`\`,\`${lineLost.title}\`));words.append(part(\`p\`,\`\`,\`${lineLost.text}\`));`,
  'var card=part(`div`,`toast bad`,words);card.setAttribute(`role`,`alert`);told.append(card)}',
  'function lost(){if(timer)return;tell();timer=setTimeout(again,rest);rest=Math.min(2*rest,15000)}',
  'function again(){clearTimeout(timer);timer=-1;Promise.all(files.map(function(file){',
  'return fetch(file).then(function(answer){if(!answer.ok)throw 0;return answer.arrayBuffer()})})).then(function(){',
  'timer=0;if(told)told.remove();told=null;begin()},function(){timer=0;lost()})}',
  'addEventListener(`online`,function(){if(timer)again()});',
  '[`pointerdown`,`keydown`].forEach(function(sign){addEventListener(sign,go,{once:true,passive:true})});',
  'addEventListener(`load`,function(){(window.requestIdleCallback||setTimeout)(go,{timeout:2000})})',
  '})(document.currentScript)',
].join('');
