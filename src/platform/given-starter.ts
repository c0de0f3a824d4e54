import { beforeAnew } from '../kernel/before-anew.ts';

/** Said where the scripts of a page do not come: what stands in it is still there, and goes on by itself. */
export const lineLost = {
  title: 'No connection',
  text: 'What you typed stays here. This page goes on by itself when the line is back.',
} as const;

/** Said where the server answers, but not with all that the page needs, and loading it anew changed nothing. */
export const pageIncomplete = {
  title: 'This page is not complete',
  text: 'Part of it did not come from our server. What you typed stays here.',
  act: 'Load it again',
} as const;

/**
 * Begins with the application when there is something to read: on the first touch or key, or when the page has been
 * shown and the browser has nothing else to do. Its files are asked for then, all at once.
 *
 * Where some do not come, those alone are asked for again: a second later, then after twice as long each time, a
 * quarter of a minute at most, and at once when the browser has a line again; never again before all of a round were
 * answered or lost. A lost line is said. When all are here the application begins anew. What had come of it is not run
 * twice: a module runs once in a page.
 *
 * Where the server has a file no longer, as after a release between the page and its scripts, or the application does
 * not begin though all files came, as in browsers that remember what failed, the page is loaded anew: once for the same
 * files, so that it never goes round. After that it is said, and loading it again is offered.
 */
export const starter = [
  '(function(own,done){var list=own.dataset.files,files=list.split(` `),lost=new Set;',
  'var rest=1000,timer=0,told=null,said=null,whole=0;',
  'function begin(){var live=document.createElement(`script`);live.type=`module`;',
  'live.onerror=function(){if(whole)anew();else soon()};',
  'live.textContent=own.previousSibling.textContent;document.body.append(live)}',
  'function go(){if(done)return;done=true;files.forEach(function(file){var link=document.createElement(`link`);',
  'link.rel=`modulepreload`;link.href=file;link.onerror=function(){lost.add(file);soon()};',
  'document.head.append(link)});begin()}',
  'function part(name,look,inside){var made=document.createElement(name);made.className=look;',
  'made.append(inside);return made}',
  'function untell(){if(told)told.remove();told=said=null}',
  'function tell(title,text,act){if(said===title)return;untell();said=title;told=part(`div`,`notice bad`,``);',
  'told.setAttribute(`role`,`alert`);',
  'var words=part(`div`,``,part(`b`,``,title));words.append(part(`p`,``,text));told.append(words);',
  'if(act){var button=part(`button`,`btn line sm`,act);button.type=`button`;',
  'button.onclick=load;words.append(button)}',
  'var place=document.querySelector(`#given .head`);',
  'if(place)place.after(told);',
  'else(document.querySelector(`#given .wrap`)||document.getElementById(`given`)).prepend(told)}',
  `function load(){dispatchEvent(new Event(\`${beforeAnew}\`));location.reload()}`,
  'function anew(){var known=true;try{known=sessionStorage.getItem(list);sessionStorage.setItem(list,1)}catch(e){}',
  `if(known)tell(\`${pageIncomplete.title}\`,\`${pageIncomplete.text}\`,\`${pageIncomplete.act}\`);else load()}`,
  // Once the screen stands there is nothing to begin, and nothing may be loaded anew under a hand.
  'function stands(){return !document.getElementById(`given-answer`)}',
  'function soon(){if(timer||whole)return;timer=setTimeout(again,rest);rest=Math.min(2*rest,15000)}',
  'function again(){clearTimeout(timer);if(stands())return;timer=-1;',
  'var asked=[...(lost.size?lost:files)],gone=0,cut=0;lost.clear();',
  'Promise.all(asked.map(function(file){return fetch(file).then(function(answer){',
  'if(!answer.ok){if(/^4(?!29)/.test(answer.status))gone=1;throw 0}return answer.arrayBuffer()',
  '}).catch(function(why){if(why)cut=1;lost.add(file)})})).then(function(){',
  'timer=0;if(stands())return untell();if(gone)return anew();',
  `if(cut)tell(\`${lineLost.title}\`,\`${lineLost.text}\`);`,
  `else if(lost.size)tell(\`${pageIncomplete.title}\`,\`${pageIncomplete.text}\`,\`${pageIncomplete.act}\`);`,
  'if(lost.size)soon();else{whole=1;untell();begin()}})}',
  'addEventListener(`online`,function(){if(timer>0)again()});',
  '[`pointerdown`,`keydown`].forEach(function(sign){addEventListener(sign,go,{once:true,passive:true})});',
  'addEventListener(`load`,function(){(window.requestIdleCallback||setTimeout)(go,{timeout:2000})})',
  '})(document.currentScript)',
].join('');
