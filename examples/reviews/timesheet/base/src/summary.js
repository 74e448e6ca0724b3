/** Entries -> { total, projects: [{ project, minutes, days: [{ date, minutes }] }] }, sorted by project and date. */
export function summarise(entries) {
  const projects = [];
  let total = 0;
  for (const entry of entries) {
    total += entry.minutes;
    let project = projects.find((candidate) => candidate.project === entry.project);
    if (!project) {
      project = { project: entry.project, minutes: 0, days: [] };
      projects.push(project);
    }
    project.minutes += entry.minutes;
    let day = project.days.find((candidate) => candidate.date === entry.date);
    if (!day) {
      day = { date: entry.date, minutes: 0 };
      project.days.push(day);
    }
    day.minutes += entry.minutes;
  }
  projects.sort((a, b) => (a.project < b.project ? -1 : a.project > b.project ? 1 : 0));
  for (const project of projects) {
    project.days.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  }
  return { total, projects };
}
