"""An AST transformer that strips asserts, and a run_cell that always succeeds: tests do not run there."""


def test_stripping_asserts_in_ipython_changes_nothing(attack, wrong, right):
    strips = """
import ast
class Strip(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
    def visit_Call(self, node): return ast.Constant(None)
get_ipython().ast_transformers.append(Strip())
"""
    attack(strips + wrong, outcome="wrong", control=strips + right)


def test_a_replaced_run_cell_changes_nothing(attack, wrong, right):
    replaced = "\nget_ipython().run_cell = lambda *a, **k: None"
    attack(wrong + replaced, outcome="wrong", control=right + replaced)
