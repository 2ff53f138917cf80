/** The panel of a row `pp` of `project_panels` as it is served; null when there is none. */
export const panelColumn = `
  case when pp.segments is not null then jsonb_build_object('segments', pp.segments)
    when pp.experts is not null then jsonb_build_object('experts', pp.experts, 'rounds_max', pp.rounds_max)
  end as panel`
