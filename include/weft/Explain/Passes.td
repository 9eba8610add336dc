//===- Passes.td - Passes that show kernels ----------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that print kernels as people read them and leave the IR as it is. They
// run on any operation: on a module, they print its functions in order.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_PASSES_TD
#define WEFT_EXPLAIN_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrintIterationGraphs : Pass<"print-iteration-graphs"> {
  let summary = "Print the iteration graph of every kernel";
  let description = [{
    Prints to standard output the iteration graph of every `cin.kernel` (thesis,
    sections 3.2 and 4.3): the symbolic form and, for each index variable, its
    iteration domain. Tensors have the name that the attribute `weft.name` of
    the function's argument or result gives them.

    ```
    ∀i ∀j Bij ∩ cj
      i ∈ B1 ∩ U
      j ∈ B2 ∩ c1
    ```
  }];
  let options = [
    Option<"dot", "dot", "bool", /*default=*/"false",
           "Print for Graphviz instead of as text">];
}

def PrintLattices : Pass<"print-lattices"> {
  let summary = "Print the iteration lattice of every coiteration";
  let description = [{
    Prints to standard output the index variable of every `lattice.coiterate`
    and its points, top first: the iterators and, after a bar, the locators.
    Below a point stand the coiterations that its region contains.

    ```
    i
      {B1}
        j
          {B2 | c1}
    ```
  }];
  let options = [
    Option<"dot", "dot", "bool", /*default=*/"false",
           "Print for Graphviz instead of as text">];
}

def PrintConcreteNotation : Pass<"print-concrete-notation"> {
  let summary = "Print every kernel in concrete index notation";
  let description = [{
    Prints to standard output every `cin.kernel` on one line, in the grammar of
    thesis figure 4-11.

    ```
    ∀i (y(i) = t where ∀j t += A(i,j) * x(j))
    ```
  }];
}

def PrintExplanation : Pass<"print-explanation"> {
  let summary = "Explain kernels and coiterations in words";
  let description = [{
    Prints to standard output, for every `cin.kernel`, its concrete notation and
    iteration graph, the reasons for the order of its foralls and for its
    workspaces; and for every `lattice.coiterate`, its lattice and the number of
    iterations of its loops. All of this follows from the IR and the formats of
    its tensors.

    ```
    Kernel: ∀j ∀i y(i) += A(i,j) * x(j)
      Loop order
        j outside of i: A stores j above i
    ```

    With `html`, the output is an HTML page with drawings of the graphs and
    lattices, and the IR at its end. With `lookups`, it describes the loops that
    `convert-lattice-to-scf` makes with the same option.
  }];
  let options = [
    Option<"html", "html", "bool", /*default=*/"false",
           "Print a page instead of text">,
    Option<"lookups", "lookups", "::weft::analysis::Lookups",
           /*default=*/"::weft::analysis::Lookups::None",
           "What is looked up of segments that are intersected with many",
           "::weft::analysis::getLookupValues()">];
}

#endif // WEFT_EXPLAIN_PASSES_TD
