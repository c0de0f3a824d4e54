import { useMatches } from 'react-router';
import { publicScreens } from '../screens.ts';
import { useBuild } from './unofficial.ts';

/**
 * What a public page fetches once it has been painted, so that it competes with nothing that is looked at: the sheet of
 * a page that came dressed (`tools/first-styles.ts`), asked for once more where it was lost, the land behind what is
 * seen or soon will be (`relief.tsx`), and, when the page has loaded too, the script named in its own `data-later` with
 * all that it imports. That runs on the first touch or key, or when the browser has nothing else to do. A browser that
 * tells nobody when it painted is given two seconds. It uses no quotes, no angle brackets and no ampersands, so it
 * reads the same in a document.
 */
const starter = [
  '(function(own,left){function once(act,done){return function(){if(done)return;done=true;act()}}',
  'function add(kind,files,anew){files.split(` `).filter(Boolean).forEach(function(file){',
  'var link=document.createElement(`link`);link.rel=kind;link.href=file;document.head.append(link);',
  'link.onerror=function(){if(anew)setTimeout(add,2000,kind,file)}})}',
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

/** The framework names a screen after its file. */
const documents: readonly string[] = Object.values(publicScreens).map((file) => file.replace(/\.tsx$/, ''));

/** Whether a public page is being drawn: at the build, and by the development server. */
export function useIsDocument(): boolean {
  const shown = useMatches().some(({ id }) => documents.includes(id));
  return !useBuild()?.shell && shown;
}

/**
 * The one script of a public page: our entry alone, later. No router, no routes, no data: the page is complete.
 */
export function DocumentScript() {
  const build = useBuild();
  if (!build) return null;
  return (
    <>
      {build.reload && <script type="module" src={build.reload} />}
      <script data-later={build.entry} data-files={build.files.join(' ')}>
        {starter}
      </script>
    </>
  );
}
