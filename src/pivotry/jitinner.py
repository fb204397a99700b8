"""Kernels that only other kernels call: kept as intermediate code, optimised where they are used.

Numba makes every function ready to run: it optimises the function together with all it calls and
turns all of that into machine code, so what lies deep is worked on once more at every level above
it. Nobody runs an inner kernel by itself. Here it is only tidied and kept to be linked in, and
optimising in earnest is left to the entries (docs/performance.md says what that saves).

This leans on how Numba (0.68) keeps its code, through the two doors that it leaves open: a
``pipeline_class``, and a library that says how it is finalised.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core import codegen, compiler

_Library: Any = codegen.JITCodeLibrary
_Compiler: Any = compiler.Compiler

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of the places begin where Numba writes what a function needs of Python."""


class Library(_Library):  # type: ignore[misc]
    """The code of an inner kernel, and a module for the engine with its environments alone."""

    _final_module: Any  # Numba leaves it untyped

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager(
            opt=0, loop_vectorize=False, slp_vectorize=False, cost="cheap"
        )
        manager.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        whole = self._final_module
        for function in whole.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = llvm.Linkage.linkonce_odr  # several entries may bring it along
        self._shared_module = whole
        text = str(self._codegen._create_empty_module(self.name))
        for place in whole.global_variables:
            if place.name.startswith(ENVIRONMENT):
                text += f"\n@{place.name} = common global i8* null"
        self._final_module = llvm.parse_assembly(text)
        self._final_module.name = whole.name
        super()._finalize_final_module()


class Pipeline(_Compiler):  # type: ignore[misc]
    """Numba's own, with a library of ours."""

    def compile_extra(self, func: Any) -> Any:
        make: Any = Library
        self.state.library = make(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)
