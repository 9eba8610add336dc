//===- FactorReductions.cpp - Sums that loops have in common ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `E(i,l) += A(i,j) * B(i,k) * C(j,k) * D(j,l)`, the sum over `k` is the
// same for each `l`. This pass computes such a sum once, into a scalar: of the
// loops `i, j, k, l` those over `k` and `l` are then beside one another and no
// longer inside (thesis, section 6.2, for one choice of factors that a person
// makes).
//
// A choice is a set of variables that are reduced over. The factors that have
// one of them make the scalar; the loops that these factors need besides, and
// those that tensors demand around these, stay around both; all others go to
// the other factors. The choice is taken by which the fewest loops are inside
// of one another, and the parts are looked at again.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"

#include "CleanUpWhere.h"
#include "ReducedProduct.h"
#include "ScheduleRules.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/KernelNames.h"
#include "weft/Explain/ScheduleReasons.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINFACTORREDUCTIONS
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

/// The name of the remarks of the pass.
static constexpr StringLiteral kFactor = "factor";
/// The most variables of which all sets are tried.
static constexpr unsigned kMaxReduced = 6;

namespace {
using Foralls = ReducedProduct::Foralls;

/// Which loops are around a scalar and its use, and which are of one of them.
struct Factoring {
  Foralls around, reduced, others;
  SmallVector<Value> factors;

  /// How many loops are inside of one another, in the deeper part and in both.
  std::pair<unsigned, unsigned> getDepth() const {
    unsigned shared = around.count();
    return {shared + std::max(reduced.count(), others.count()),
            2 * shared + reduced.count() + others.count()};
  }
};

/// Finds how a product is factored best.
class Factorer {
public:
  explicit Factorer(const ReducedProduct &product);

  std::optional<Factoring> findBest() const;
  /// What is factored for a set of variables; nothing if that is not possible.
  std::optional<Factoring> get(const Foralls &reduced) const;

private:
  /// Adds the foralls that have to be around those of a set.
  void close(Foralls &set) const;

  const ReducedProduct &product;
  SmallVector<Foralls> used;
  /// For each forall, those that tensors demand around it.
  SmallVector<Foralls> outside;
};
} // namespace

Factorer::Factorer(const ReducedProduct &product) : product(product) {
  unsigned numForalls = product.foralls.size();
  for (Value factor : product.factors)
    used.push_back(product.getUsed(factor));
  outside.assign(numForalls, Foralls(numForalls));
  for (AccessOp access : product.getAccesses()) {
    IndexedTensor tensor(access);
    Foralls above(numForalls);
    for (int64_t level : llvm::seq(tensor.getNumLevels())) {
      level::LevelTypeAttrInterface type = tensor.getLevelType(level);
      // Where coordinates are looked up, they may be known before.
      bool isLocated = type.isFull() && type.hasLocate();
      for (Value variable : tensor.getForalls(level))
        for (auto [number, forall] : llvm::enumerate(product.foralls))
          if (ForallOp(forall).getVariable() == variable) {
            if (!isLocated)
              outside[number] |= above;
            above.set(number);
          }
    }
  }
}

void Factorer::close(Foralls &set) const {
  for (bool grows = true; grows;) {
    Foralls before = set;
    for (unsigned number : before.set_bits())
      set |= outside[number];
    grows = set != before;
  }
}

std::optional<Factoring> Factorer::get(const Foralls &reduced) const {
  Factoring factoring;
  factoring.reduced = reduced;
  factoring.around = Foralls(reduced.size());
  for (auto [factor, foralls] : llvm::zip_equal(product.factors, used))
    if (foralls.anyCommon(reduced)) {
      factoring.factors.push_back(factor);
      factoring.around |= foralls;
    }
  if (factoring.factors.empty())
    return std::nullopt;
  factoring.around.reset(reduced);
  close(factoring.around);
  factoring.others = factoring.around;
  factoring.others |= reduced;
  factoring.others.flip();
  // A loop without iterations would leave the sum unused.
  if (factoring.around.anyCommon(reduced) || factoring.others.none() ||
      product.getDense(factoring.others) != factoring.others)
    return std::nullopt;
  return factoring;
}

std::optional<Factoring> Factorer::findBest() const {
  Foralls reduced = product.getReduced();
  if (reduced.count() > kMaxReduced)
    return std::nullopt;
  auto numbers = llvm::to_vector(reduced.set_bits());
  std::optional<Factoring> best;
  for (unsigned choice : llvm::seq(1u, 1u << numbers.size())) {
    Foralls chosen(reduced.size());
    for (auto [bit, number] : llvm::enumerate(numbers))
      chosen[number] = (choice >> bit) & 1;
    std::optional<Factoring> found = get(chosen);
    if (found && (!best || found->getDepth() < best->getDepth()))
      best = std::move(found);
  }
  return best;
}

/// Whether loops around an assignment may be in any order as far as the tensor
/// is concerned that it assigns.
static bool assignsInAnyOrder(AssignOp assign) {
  level::FormatAttr format = analysis::getFormat(assign.getRef());
  return format.isAllDense() && format.getNumSlots() == 0;
}

/// Whether sums of variables index what is stored sparsely: they fix the order
/// of their loops in ways of their own.
static bool hasSparseSums(const ReducedProduct &product) {
  return llvm::any_of(product.getAccesses(), [](AccessOp access) {
    IndexedTensor tensor(access);
    return tensor.hasSumFrom(0) && !tensor.getFormat().isAllDense();
  });
}

static bool hasTag(ForallOp forall) {
  return forall.getUnit() || forall.getUnroll() || forall.getMerge();
}

/// The names of some foralls of a product, as a command lists them.
static std::string getNames(const ReducedProduct &product,
                            const Foralls &foralls) {
  std::string names;
  for (unsigned number : foralls.set_bits())
    names += (names.empty() ? "" : ",") + getLoopName(product.foralls[number]);
  return names;
}

/// A reason why the sum over some foralls of a product is not factored.
static RefusalAttr refuseFactoring(const ReducedProduct &product,
                                   const Foralls &reduced, RefusalReason reason,
                                   ArrayRef<std::string> names = {}) {
  return RefusalAttr::get(AssignOp(product.assign).getContext(), reason,
                          "factor(" + getNames(product, reduced) + ")", names);
}

/// Why a product cannot be factored, whatever is reduced first; null if it can.
static RefusalAttr whyNotFactored(const ReducedProduct &product,
                                  const Foralls &reduced, bool strict) {
  auto refuse = [&](RefusalReason reason, ArrayRef<std::string> names = {}) {
    return refuseFactoring(product, reduced, reason, names);
  };
  AssignOp assign = product.assign;
  if (llvm::any_of(product.foralls, hasTag))
    return refuse(RefusalReason::ScheduledLoops);
  if (!assignsInAnyOrder(assign)) {
    analysis::KernelNames names(assign->getParentOfType<KernelOp>());
    return refuse(RefusalReason::SparseTarget,
                  names.getTensor(assign.getRef()).str());
  }
  if (hasSparseSums(product))
    return refuse(RefusalReason::SparseSum);
  if (!ReducedProduct::get(assign, strict))
    return refuse(RefusalReason::StrictOrder);
  return {};
}

static FailureOr<WhereOp> applyFactoring(RewriterBase &rewriter,
                                         const ReducedProduct &product,
                                         Factoring factoring, bool strict) {
  SmallVector<ForallOp> order;
  for (const Foralls *part :
       {&factoring.around, &factoring.reduced, &factoring.others})
    for (unsigned number : part->set_bits())
      order.push_back(product.foralls[number]);
  if (order != product.foralls &&
      failed(reorderForalls(rewriter, order, strict)))
    return failure();
  if (factoring.factors.size() == product.factors.size())
    factoring.factors.clear();
  return factorOut(rewriter, product, factoring.factors, strict);
}

/// Whether an assignment combines over a loop that is nested around it.
static bool isSum(AssignOp assign) {
  ReducedProduct nest = {assign, ReducedProduct::getNest(assign), {}};
  return assign.isCompound() && nest.getReduced().any();
}

/// A reason why no sum of an assignment is factored.
static RefusalAttr refuseSums(AssignOp assign, RefusalReason reason) {
  ReducedProduct nest = {assign, ReducedProduct::getNest(assign), {}};
  return refuseFactoring(nest, nest.getReduced(), reason);
}

FailureOr<WhereOp> cin::factorReduction(RewriterBase &rewriter,
                                        ArrayRef<ForallOp> reduced,
                                        bool strict) {
  ForallOp forall = reduced.front();
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot factor the sum over '" << forall.getName()
                 << "': " << why;
    });
  };
  AssignOp assign = findNestedAssign(forall);
  if (!assign)
    return refuse("no single assignment is nested right inside of it");
  std::optional<ReducedProduct> product =
      ReducedProduct::get(assign, /*strict=*/false);
  if (!product)
    return refuse(
        explain::describeReason(refuseSums(assign, RefusalReason::NoProduct)));
  Foralls chosen(product->foralls.size());
  for (ForallOp other : reduced) {
    auto *found = llvm::find(product->foralls, other);
    if (found == product->foralls.end())
      return refuse("'" + other.getName() +
                    "' is not nested right around the same assignment");
    chosen.set(found - product->foralls.begin());
  }
  if (RefusalAttr why = whyNotFactored(*product, chosen, strict))
    return refuse(explain::describeReason(why));
  Foralls all = product->getReduced();
  all &= chosen;
  if (all != chosen)
    return refuse("the assignment does not reduce over all of these variables");
  std::optional<Factoring> factoring = Factorer(*product).get(chosen);
  if (!factoring)
    return refuse("no loop that visits all coordinates is left beside the sum");
  return applyFactoring(rewriter, *product, std::move(*factoring), strict);
}

/// Factors a product as far as that makes nests less deep. Returns why it
/// changes nothing; null if it does.
static RefusalAttr factor(RewriterBase &rewriter, AssignOp assign,
                          bool strict) {
  std::optional<ReducedProduct> product =
      ReducedProduct::get(assign, /*strict=*/false);
  if (!product)
    return refuseSums(assign, RefusalReason::NoProduct);
  if (product->foralls.size() < 2)
    return refuseSums(assign, RefusalReason::SingleLoop);
  std::optional<Factoring> best = Factorer(*product).findBest();
  if (!best)
    return refuseSums(assign, RefusalReason::NoCommonSum);
  if (RefusalAttr why = whyNotFactored(*product, best->reduced, strict))
    return why;
  std::string names = getNames(*product, best->reduced);
  RefusalAttr fixed =
      refuseFactoring(*product, best->reduced, RefusalReason::FixedOrder);
  FailureOr<WhereOp> where =
      applyFactoring(rewriter, *product, std::move(*best), strict);
  if (failed(where))
    return fixed;
  noteChoice(rewriter, *where, kFactor, ScheduleRule::CommonSum,
             "factor(" + names + ")");
  AssignOp produced = getProducingAssign(*where);
  AssignOp consumed = findUse(getConsumingAccess(*where)).assign;
  (void)factor(rewriter, produced, strict);
  if (consumed)
    (void)factor(rewriter, consumed, strict);
  return {};
}

namespace {
struct CINFactorReductions
    : public weft::cin::impl::CINFactorReductionsBase<CINFactorReductions> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<AssignOp> assigns;
    getOperation().walk([&](AssignOp assign) { assigns.push_back(assign); });
    IRRewriter rewriter(&getContext());
    for (AssignOp assign : assigns)
      if (isSum(assign))
        if (RefusalAttr why = factor(rewriter, assign, strict))
          noteRefusal(rewriter, assign, kFactor, why);
  }
};
} // namespace
