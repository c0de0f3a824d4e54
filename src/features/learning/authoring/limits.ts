/** Maximum characters of a lesson. Eight minutes of reading are about 10,000. */
export const maxLessonLength = 15_000;
/** Maximum characters of all lessons of a course, because a process caches about 40 courses. */
export const maxCourseLength = 400_000;
