import { useMatches } from 'react-router';
import { publicScreens } from '../screens.ts';
import { useBuild } from './unofficial.ts';

/**
 * Fetches the script named in its own `data-later`, with all that it imports, once the page has loaded: it competes
 * with nothing that is looked at. It runs on the first touch or key, or when the browser has nothing else to do. It
 * uses no quotes and no angle brackets, so it reads the same in a document.
 */
const starter = [
  '(function(own,done){function ahead(){own.dataset.files.split(` `).forEach(function(file){',
  'var link=document.createElement(`link`);link.rel=`modulepreload`;link.href=file;document.head.append(link)})}',
  'function go(){if(done)return;done=true;var live=document.createElement(`script`);',
  'live.type=`module`;live.src=own.dataset.later;document.body.append(live)}',
  '[`pointerdown`,`keydown`].forEach(function(sign){addEventListener(sign,go,{once:true,passive:true})});',
  'addEventListener(`load`,function(){ahead();(window.requestIdleCallback||setTimeout)(go,{timeout:4000})})',
  '})(document.currentScript)',
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
