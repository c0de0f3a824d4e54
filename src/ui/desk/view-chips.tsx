import { usePlace } from './use-list.ts';

type ViewChipsProps<View extends string> = {
  legend?: string;
  views: readonly { readonly key: View; readonly name: string }[];
  chosen: View | null;
  /** How many there are of each, where that is told. */
  counts?: Readonly<Partial<Record<View, number>>> | undefined;
  /** Views whose number nobody needs. */
  uncounted?: readonly View[];
  onChoose: (view: View) => void;
};

/** The parts of a list, one of them chosen, with their numbers; a number that is still unknown keeps its place. */
export const ViewChips = <View extends string>({
  legend = 'State',
  views,
  chosen,
  counts,
  uncounted = [],
  onChoose,
}: ViewChipsProps<View>) => (
  <fieldset className="chips" aria-label={legend}>
    {views.map(({ key, name }) => (
      <button key={key} type="button" className="chip" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
        {name} {!uncounted.includes(key) && <span className="n">{counts?.[key] ?? ''}</span>}
      </button>
    ))}
  </fieldset>
);

/** The part of a list that the address names, the first where it names none, and what the chips need to choose one. */
export function useView<View extends string>(views: ViewChipsProps<View>['views'], first: View) {
  const { params, set } = usePlace();
  const chosen = views.find(({ key }) => key === params.get('view'))?.key ?? first;
  const onChoose = (key: View) => set({ view: key === first ? '' : key, at: '' });
  return { view: chosen, chips: { views, chosen, onChoose } };
}

type KindFieldProps = {
  kinds: Readonly<Record<string, string>>;
  chosen: string | null;
  onChoose: (kind: string) => void;
};

/** Narrows a list to one kind; an empty text is every kind. */
export const KindField = ({ kinds, chosen, onChoose }: KindFieldProps) => (
  <div className="ctl kind">
    <select aria-label="Kind" value={chosen ?? ''} onChange={(event) => onChoose(event.target.value)}>
      <option value="">Every kind</option>
      {Object.entries(kinds).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  </div>
);
