import { categories } from '../../src/core/category.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import { CategoryIcon, Icon } from '../components/icon.tsx'
import type { MenuItem } from '../components/menu.tsx'
import { listTitles } from '../editor-model/titles.ts'

/** The icon of a title: that of its category, or a tag if the configuration names it. */
export function TitleIcon({ title }: { title: string }) {
  const category = categories.find((each) => each === title)
  return category ? <CategoryIcon category={category} /> : <Icon name="tag" />
}

/** The items of a menu that chooses a title. */
export function titleItems(
  config: RepositoryConfig | null,
  current: string | null,
  onChoose: (title: string) => void,
): MenuItem[] {
  return listTitles(config).map((title) => ({
    label: title,
    picture: <TitleIcon title={title} />,
    ...(current === null ? {} : { checked: title === current }),
    onChoose: () => onChoose(title),
  }))
}
