import { useUrlState } from './use-list.ts';

type ViewChipsProps<View extends string> = {
  legend?: string;
  views: readonly { readonly key: View; readonly name: string }[];
  chosen: View | null;
  counts?: Readonly<Partial<Record<View, number>>> | undefined;
  uncounted?: readonly View[];
  onChoose: (view: View) => void;
};

export const ViewChips = <View extends string>({
  legend = 'Status',
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

export function useView<View extends string>(views: ViewChipsProps<View>['views'], first: View) {
  const { params, set } = useUrlState();
  const chosen = views.find(({ key }) => key === params.get('view'))?.key ?? first;
  const onChoose = (key: View) => set({ view: key === first ? '' : key, at: '' });
  return { view: chosen, chips: { views, chosen, onChoose } };
}

type KindFieldProps = {
  kinds: Readonly<Record<string, string>>;
  chosen: string | null;
  onChoose: (kind: string) => void;
};

/** Filter by kind. `onChoose` receives an empty string for all kinds. */
export const KindField = ({ kinds, chosen, onChoose }: KindFieldProps) => (
  <div className="ctl kind">
    <select aria-label="Kind" value={chosen ?? ''} onChange={(event) => onChoose(event.target.value)}>
      <option value="">All kinds</option>
      {Object.entries(kinds).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  </div>
);
