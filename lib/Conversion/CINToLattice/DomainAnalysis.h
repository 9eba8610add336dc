//===- DomainAnalysis.h - Iteration domains of statements -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a statement to the iteration domain of one index variable (thesis,
// section 4.3, "Connection to Iteration Graphs", and section 3.2), generalised
// from addition and multiplication to the algebra that operators declare. Reads
// the kernel and the scope, and emits nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_DOMAINANALYSIS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_DOMAINANALYSIS_H

#include "KernelInfo.h"
#include "Scope.h"

#include "weft/Analysis/Coverage.h"

namespace weft {
namespace cin_to_lattice {

/// The number of the segment that a path has at one variable.
using Segments = llvm::DenseMap<unsigned, unsigned>;

/// What an expression is as a set of the coordinates of one index variable.
using Coverage = analysis::Coverage<analysis::IterationDomain>;

/// The domains of one index variable at one place of a kernel, which must not
/// change as long as questions are asked.
class DomainAnalysis : public analysis::DomainFinder {
public:
  /// `segments` has the paths that the variable takes one level further;
  /// without any, domains only tell what is absent.
  DomainAnalysis(const KernelInfo &info, const Scope &scope,
                 Segments segments = Segments())
      : info(info), scope(scope), segments(std::move(segments)) {}

  analysis::IterationDomain getDomain(mlir::Operation *statement);
  /// The domain of the statement of a forall or of another one, where positions
  /// are all that is asked for.
  analysis::IterationDomain getDomain(mlir::Block &block);

  /// Whether a statement changes nothing, given what is absent.
  bool isVoid(mlir::Operation *statement) {
    return getDomain(statement).isEmpty();
  }

protected:
  std::optional<Coverage> getLeaf(mlir::Operation *op) override;

private:
  analysis::IterationDomain getPositions(cin::PositionOp position);
  Coverage getAccessCoverage(cin::AccessOp access);
  /// The coverage of a tensor whose producer is inside of the statement.
  Coverage getProducedCoverage(mlir::Value ref);

  const KernelInfo &info;
  const Scope &scope;
  Segments segments;
  /// Workspaces may have several accesses.
  llvm::DenseMap<mlir::Value, Coverage> produced;
};

/// Whether a statement changes nothing at a place, given what is absent there.
inline bool isVoid(mlir::Operation *statement, const KernelInfo &info,
                   const Scope &scope) {
  return DomainAnalysis(info, scope).isVoid(statement);
}

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_DOMAINANALYSIS_H
