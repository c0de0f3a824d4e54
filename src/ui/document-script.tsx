import { useMatches } from 'react-router';
import { publicScreens } from '../screens.ts';
import { useBuild } from './react-router-internals.ts';

/** Loads scripts and styles after the first paint. Inlined unescaped: no quotes, angle brackets or ampersands. */
const loaderScript = [
  '(function(own,left){function once(act,done){return function(){if(done)return;done=true;act()}}',
  'function add(kind,files,redo){files.split(` `).filter(Boolean).forEach(function(file){',
  'var link=document.createElement(`link`);link.rel=kind;link.href=file;document.head.append(link);',
  'link.onerror=function(){if(redo)setTimeout(add,2000,kind,file)}})}',
  'var go=once(function(){var live=document.createElement(`script`);',
  'live.type=`module`;live.src=own.dataset.later;document.body.append(live)});',
  'function step(){if(--left)return;add(`modulepreload`,own.dataset.files);',
  '(window.requestIdleCallback||setTimeout)(go,{timeout:4000})}',
  'var seen=new IntersectionObserver(function(all){all.forEach(function(one){if(!one.isIntersecting)return;',
  'var use=one.target.firstChild;seen.unobserve(one.target);use.setAttribute(`href`,use.dataset.href)})},',
  '{rootMargin:`400px`});',
  'var painted=once(function(){add(`stylesheet`,own.dataset.sheets||``,true);',
  'document.querySelectorAll(`.relief.later`).forEach(function(place){seen.observe(place)});step()});',
  'try{new PerformanceObserver(painted).observe({type:`paint`,buffered:true})}catch(e){}',
  'addEventListener(`load`,function(){setTimeout(painted,2000);step()});',
  '[`pointerdown`,`keydown`].forEach(function(sign){addEventListener(sign,go,{once:true,passive:true})})',
  '})(document.currentScript,2)',
].join('');

/** Route ids: React Router derives them from file names. */
const publicScreenIds: readonly string[] = Object.values(publicScreens).map((file) => file.replace(/\.tsx$/, ''));

/** True for public pages, which are served as documents without the application. */
export function useIsDocument(): boolean {
  const isShown = useMatches().some(({ id }) => publicScreenIds.includes(id));
  return !useBuild()?.shell && isShown;
}

/** Script of a public page, without router and data. */
export function DocumentScript() {
  const build = useBuild();
  if (!build) return null;
  return (
    <>
      {build.reload && <script type="module" src={build.reload} />}
      <script data-later={build.entry} data-files={build.files.join(' ')}>
        {loaderScript}
      </script>
    </>
  );
}
