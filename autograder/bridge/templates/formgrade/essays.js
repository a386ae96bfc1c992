// Buttons beside an essay. Marks and comments go the way that formgrader's own fields take, to nbgrader's API.
$(() => {
  const gradeOf = (name) => formgrader.grades?.find((grade) => grade.get("name") === name);

  const show = () => $("aside[data-essay]").each((_, aside) => {
    const given = gradeOf(aside.dataset.essay)?.get("manual_score") ?? null;
    $(aside).find("[data-points]").each((_, button) => {
      button.setAttribute("aria-pressed", given !== null && Number(given) === Number(button.dataset.points));
    });
  });
  $(document).ajaxSuccess(() => setTimeout(show));  // when formgrader has taken in what came

  $("aside[data-essay]").each((_, aside) => {
    const name = aside.dataset.essay;
    const score = $(document.getElementById(name));
    const comment = $(document.getElementById(name + "-comment"));
    $(aside).on("click", "[data-points]", (event) => {
      gradeOf(name)?.save({manual_score: Number(event.currentTarget.dataset.points)});
      score.select().focus();
    });
    $(aside).on("click", "[data-comment]", (event) => {
      const said = [comment.val().trim(), event.currentTarget.dataset.comment].filter(Boolean);
      comment.val([...new Set(said)].join("\n\n")).trigger("change");
    });
    // The same field of the next answer, as formgrader's own keys go there.
    $(aside).find(".next-essay").each((_, link) => { link.href += "?index=" + $(".tabbable").index(score); });
  });
});
