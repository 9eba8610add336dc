//===- Coverage.h - Iteration domains of expressions ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule by which iteration domains follow from operands and operators
// (thesis, section 3.2, generalised from addition and multiplication to the
// algebra that operators declare). Concretization and lowering apply it to
// iteration domains, iteration graphs to their expressions; what an operator
// means for its operands is decided once, here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_COVERAGE_H
#define WEFT_ANALYSIS_COVERAGE_H

#include "weft/Analysis/IterationDomain.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace weft {
namespace analysis {

/// What an expression is, as a set `SetT` of coordinates. The default is an
/// expression without coordinates: with a fill, that of a literal.
template <typename SetT> struct Coverage {
  /// The coordinates at which the expression may differ from its fill.
  SetT domain = SetT::empty();
  /// Its value elsewhere; null if it has no single one.
  mlir::Attribute fill;
  /// There is no elsewhere.
  bool full = false;

  /// What has a value of its own at every coordinate.
  static Coverage everywhere() { return {SetT::universe(), nullptr, true}; }
};

/// What an operand means for where its operation must be computed.
enum class OperandRole {
  /// The result is its fill where the operand is absent.
  Restricts,
  /// The result may differ from its fill where the operand is present.
  Adds,
  /// Neither; the operand is looked up where others are.
  LookedUp
};

/// What an operation is outside of the coordinates of its operands.
struct OperatorCoverage {
  /// The role of each operand. Operands add to the domain only where none
  /// restricts it.
  llvm::SmallVector<OperandRole> roles;
  /// The value of the result elsewhere; null if it has no single one.
  mlir::Attribute fill;
  /// The result must be computed at every coordinate.
  bool full = false;

  bool isRestricted() const {
    return llvm::is_contained(roles, OperandRole::Restricts);
  }
};

/// What an operation makes of operands with the given fills, of which some are
/// full; their fills do not count.
OperatorCoverage getOperatorCoverage(mlir::Operation *op,
                                     llvm::ArrayRef<mlir::Attribute> fills,
                                     const llvm::SmallBitVector &full);

template <typename SetT>
OperatorCoverage getOperatorCoverage(mlir::Operation *op,
                                     llvm::ArrayRef<Coverage<SetT>> operands) {
  llvm::SmallVector<mlir::Attribute> fills;
  llvm::SmallBitVector full(operands.size());
  for (auto [index, operand] : llvm::enumerate(operands)) {
    fills.push_back(operand.fill);
    full[index] = operand.full;
  }
  return getOperatorCoverage(op, fills, full);
}

/// The set of the result. `extend` gives the set of an operand that is looked
/// up: it must hold all other coordinates too.
template <typename SetT>
Coverage<SetT>
combineCoverage(const OperatorCoverage &result,
                llvm::ArrayRef<Coverage<SetT>> operands,
                llvm::function_ref<SetT(const Coverage<SetT> &)> extend) {
  Coverage<SetT> combined;
  combined.fill = result.fill;
  combined.full = result.full;
  if (result.full)
    combined.domain = SetT::universe();
  for (auto [operand, role] : llvm::zip_equal(operands, result.roles))
    if (role == OperandRole::Adds)
      combined.domain = SetT::unite(combined.domain, operand.domain);
  // An intersection begins with what was added or, if nothing can be, with its
  // first operand.
  bool isFirst = result.isRestricted();
  for (auto [operand, role] : llvm::zip_equal(operands, result.roles)) {
    if (role == OperandRole::Adds ||
        (role == OperandRole::LookedUp && operand.domain.isEmpty()))
      continue;
    SetT set =
        role == OperandRole::Restricts ? operand.domain : extend(operand);
    combined.domain = isFirst ? set : SetT::intersect(combined.domain, set);
    isFirst = false;
  }
  return combined;
}

/// What the value of an assignment must be where the assignment is not
/// executed, so that the component has the right value there: the identity of
/// its combiner or, if no assignment to the tensor precedes it, the fill. Null
/// if no value is right.
mlir::Attribute getNeutralValue(cin::AssignOp assign, bool isFirst);

/// Where an assignment must be executed. `extend` gives the set of a value that
/// must be assigned at all other coordinates too.
template <typename SetT>
SetT getAssignedSet(const Coverage<SetT> &value, mlir::Attribute neutral,
                    llvm::function_ref<SetT(const Coverage<SetT> &)> extend) {
  bool isNeutral = value.fill && neutral && areSameScalar(value.fill, neutral);
  return value.full || isNeutral ? value.domain : extend(value);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Finds what the values of expressions are, each once. What an access or a
/// reduction is at some place of a program, the level of the IR knows.
template <typename SetT> class CoverageFinder {
public:
  virtual ~CoverageFinder() = default;

  Coverage<SetT> getCoverage(mlir::Value value) {
    auto it = known.find(value);
    if (it != known.end())
      return it->second;
    Coverage<SetT> coverage = find(value);
    known[value] = coverage;
    return coverage;
  }

protected:
  /// The coverage of the result of an operation that is no operator; none for
  /// operators.
  virtual std::optional<Coverage<SetT>> getLeaf(mlir::Operation *op) = 0;
  virtual Coverage<SetT>
  getResult(mlir::Operation *op,
            llvm::ArrayRef<Coverage<SetT>> operands) const = 0;

private:
  Coverage<SetT> find(mlir::Value value) {
    mlir::Operation *op = value.getDefiningOp();
    if (!op)
      return Coverage<SetT>::everywhere();
    if (std::optional<Coverage<SetT>> leaf = getLeaf(op))
      return *leaf;
    // A literal is its own fill everywhere.
    Coverage<SetT> literal;
    if ((literal.fill = getConstantScalar(value)))
      return literal;
    auto operands = llvm::map_to_vector(
        op->getOperands(), [&](mlir::Value use) { return getCoverage(use); });
    return getResult(op, operands);
  }

  llvm::DenseMap<mlir::Value, Coverage<SetT>> known;
};

//===----------------------------------------------------------------------===//
// Domains of one index variable
//===----------------------------------------------------------------------===//

/// The coverage of an operation with respect to one index variable.
Coverage<IterationDomain>
getOperationCoverage(mlir::Operation *op,
                     llvm::ArrayRef<Coverage<IterationDomain>> operands);

/// The coordinates of one index variable at which a value must be assigned to
/// what is `neutral` elsewhere; null stands for what no value is right for.
IterationDomain getAssignedDomain(const Coverage<IterationDomain> &value,
                                  mlir::Attribute neutral);

class DomainFinder : public CoverageFinder<IterationDomain> {
protected:
  Coverage<IterationDomain>
  getResult(mlir::Operation *op,
            llvm::ArrayRef<Coverage<IterationDomain>> operands) const final {
    return getOperationCoverage(op, operands);
  }
};

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_COVERAGE_H
