//===- Product.cpp - Reductions over products -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the factors of a product and what is known of them. Whether they may be
// multiplied in another order is asked of the operators; nothing here knows
// which ones they are.
//
//===----------------------------------------------------------------------===//

#include "Product.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/TIN/IR/StatisticsAttributes.h"
#include "weft/Dialect/TIN/Transforms/TensorStatistics.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

/// The extent of a variable of which nothing is known.
static constexpr double kAssumedExtent = 1000;

StringRef Product::getName(unsigned variable) {
  unsigned outer = compute.getVariables().size();
  return variable < outer ? compute.getVariableName(variable)
                          : reduce.getVariableName(variable - outer);
}

Value Product::getExtent(unsigned variable) {
  unsigned outer = compute.getVariables().size();
  return variable < outer ? compute.getExtent(variable)
                          : reduce.getExtent(variable - outer);
}

Dependences tin::findDependences(Value value) {
  Dependences found;
  SetVector<Value> used;
  used.insert(value);
  for (size_t next = 0; next != used.size(); ++next) {
    if (isa<tin::IndexType>(used[next].getType()) &&
        isa<BlockArgument>(used[next]))
      found.variables.insert(used[next]);
    Operation *op = used[next].getDefiningOp();
    if (!op || !op->getParentOfType<ComputeOp>())
      continue;
    if (auto access = dyn_cast<AccessOp>(op))
      found.accesses.push_back(access);
    found.hasReduction |= isa<ReduceOp>(op);
    used.insert(op->operand_begin(), op->operand_end());
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

bool tin::canRegroup(Operation *op, ReduceOp reduce) {
  return op && op->getNumOperands() == 2 && op->getNumResults() == 1 &&
         isAssociative(op) && isCommutative(op) &&
         distributesOverCombiner(op, 0, reduce.getCombiner()) &&
         distributesOverCombiner(op, 1, reduce.getCombiner());
}

/// Collects what operations like `op` multiply.
static void collectFactors(Value value, Operation *op, Product &product) {
  Operation *inner = value.getDefiningOp();
  if (inner && inner->getName() == op->getName() &&
      inner->getAttrDictionary() == op->getAttrDictionary() &&
      (inner == op || inner->hasOneUse())) {
    for (Value operand : inner->getOperands())
      collectFactors(operand, op, product);
    return;
  }
  (findDependences(value).variables.empty() ? product.constants
                                            : product.factors)
      .push_back(value);
}

/// The value of an expression where its only access is absent; null if that is
/// not known.
static Attribute findFill(Value value) {
  if (Attribute constant = getConstantScalar(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_if_present<AccessOp>(op))
    return level::getFill(access.getTensorType());
  if (!op || isa<tin::ValueOp, ReduceOp>(op))
    return {};
  SmallVector<Attribute> fills;
  for (Value operand : op->getOperands())
    fills.push_back(findFill(operand));
  return getResultFill(op, fills);
}

static bool isFloatingPoint(Type type) {
  return isa<FloatType, ComplexType>(type);
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

bool tin::statesEntries(func::FuncOp function) {
  for (unsigned number = 0; number != function.getNumArguments(); ++number)
    if (auto stated =
            function.getArgAttrOfType<StringAttr>(number, kStatisticsAttr))
      if (stated.getValue().contains("entries="))
        return true;
  return false;
}

/// The modes of an access, if variables index each one, every variable once.
static bool isSimple(AccessOp access) {
  SmallPtrSet<Value, 4> seen;
  level::FormatAttr format = level::getFormat(access.getTensorType());
  if (!format || format.getNumSlots() != 0 ||
      format.getNumLevels() != access.getTensorType().getRank())
    return false;
  for (int64_t mode = 0; mode != access.getTensorType().getRank(); ++mode) {
    Value index = access.getIndex(mode);
    if (!index || !isa<BlockArgument>(index) || !seen.insert(index).second ||
        format.getLevelExpr(mode).part != level::LevelPart::Whole)
      return false;
  }
  return true;
}

/// The number of coordinates of a variable that a constant or a type states;
/// zero if none does.
static double findStaticExtent(Product &product, unsigned variable) {
  APInt constant;
  Value extent = product.getExtent(variable);
  if (extent && matchPattern(extent, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  for (const IndexedMode &indexed :
       getIndexedModes(product.variables[variable])) {
    int64_t size = cast<RankedTensorType>(indexed.tensor.getType())
                       .getDimSize(indexed.mode);
    if (!ShapedType::isDynamic(size))
      return size;
  }
  return 0;
}

namespace {
/// A factor that is not described yet, with statistics for each access.
struct FactorFacts {
  Dependences dependences;
  SmallVector<planner::Statistics> statistics;
};
} // namespace

/// Describes a factor by the levels of an access, which indexes all of its
/// variables.
static planner::Factor describeAccess(Product &product, AccessOp access,
                                      bool isSparse,
                                      const planner::Statistics &statistics) {
  std::vector<unsigned> variables, modes;
  std::vector<bool> isFull;
  level::FormatAttr format = level::getFormat(access.getTensorType());
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    modes.push_back(format.getLevelExpr(level).dim);
    variables.push_back(product.getNumber(access.getIndex(modes.back())));
    isFull.push_back(!isSparse || format.getLevelType(level).isFull());
  }
  // Factors of one tensor have the same degrees.
  std::string name = std::to_string(
      reinterpret_cast<uintptr_t>(access.getTensor().getAsOpaquePointer()));
  return planner::makeFactor(name, variables, isFull, modes, statistics,
                             product.query.extents);
}

/// Appends a text that is the same for equal values under other names of the
/// variables, which are numbered by where they occur first.
static void describeValue(const Product &product, Value value,
                          DenseMap<unsigned, unsigned> &numbers,
                          llvm::raw_ostream &os) {
  if (isa<tin::IndexType>(value.getType()) && isa<BlockArgument>(value)) {
    unsigned number = product.getNumber(value);
    os << " v" << numbers.try_emplace(number, numbers.size()).first->second;
    return;
  }
  Operation *op = value.getDefiningOp();
  // An operation with regions equals only itself.
  if (!op || !op->getParentOfType<ComputeOp>() || op->getNumRegions() != 0 ||
      op->getNumResults() != 1) {
    os << " " << value.getAsOpaquePointer();
    return;
  }
  os << "(" << op->getName() << " " << op->getAttrDictionary() << " "
     << value.getType();
  for (Value operand : op->getOperands())
    describeValue(product, operand, numbers, os);
  os << ")";
}

/// Describes a factor by the levels of its accesses, if these index all of its
/// variables in the same order, and otherwise by full levels.
static planner::Factor describeFactor(Product &product, Value value,
                                      FactorFacts &facts) {
  Attribute identity = getCombinerIdentity(product.reduce.getCombiner(),
                                           product.reduce.getIdentityAttr());
  Attribute fill = findFill(value);
  bool isSparse = fill && identity && areSameScalar(fill, identity);
  std::vector<planner::Factor> parts;
  for (auto [access, statistics] :
       llvm::zip_equal(facts.dependences.accesses, facts.statistics)) {
    if (facts.dependences.variables.size() !=
        static_cast<size_t>(access.getTensorType().getRank()))
      break;
    parts.push_back(describeAccess(product, access, isSparse, statistics));
  }
  bool isUniform = !parts.empty() &&
                   parts.size() == facts.dependences.accesses.size() &&
                   llvm::all_of(parts, [&](const planner::Factor &part) {
                     return std::equal(part.levels.begin(), part.levels.end(),
                                       parts.front().levels.begin(),
                                       [](const auto &left, const auto &right) {
                                         return left.variable == right.variable;
                                       });
                   });
  if (isUniform && parts.size() == 1)
    return parts.front();
  std::string name;
  llvm::raw_string_ostream(name) << value;
  if (isUniform) {
    planner::Factor factor =
        planner::uniteFactors(parts, product.query.extents);
    factor.name = name;
    return factor;
  }
  std::vector<unsigned> variables;
  for (Value variable : facts.dependences.variables)
    variables.push_back(product.getNumber(variable));
  return planner::makeFactor(
      name, variables, std::vector<bool>(variables.size(), true),
      std::vector<unsigned>(variables.size(), 0), {}, product.query.extents);
}

/// Collects what is known of the factors, and the extents of all variables.
/// False if the factors are not simple, or nothing is known of their entries.
static FailureOr<bool> collectFacts(Product &product,
                                    SmallVectorImpl<FactorFacts> &facts) {
  bool isKnown = false;
  auto function = product.compute->getParentOfType<func::FuncOp>();
  bool mayCountAll = function && statesEntries(function);
  std::vector<double> &extents = product.query.extents;
  for (unsigned number = 0; number != product.variables.size(); ++number)
    extents.push_back(findStaticExtent(product, number));
  for (Value factor : product.factors) {
    FactorFacts &fact =
        facts.emplace_back(FactorFacts{findDependences(factor), {}});
    if (fact.dependences.hasReduction)
      return false;
    for (AccessOp access : fact.dependences.accesses) {
      planner::Statistics &statistics = fact.statistics.emplace_back();
      if (!isSimple(access))
        return false;
      if (failed(readStatistics(access.getTensor(), statistics)))
        return failure();
      // Sizes tell the entries of what stores all components.
      isKnown |= statistics.entries >= 0 ||
                 (!statistics.sizes.empty() && mayCountAll &&
                  level::getFormat(access.getTensorType()).isAllDense());
      for (auto [mode, size] : llvm::enumerate(statistics.sizes))
        extents[product.getNumber(access.getIndex(mode))] = size;
    }
  }
  for (double &extent : extents)
    if (extent == 0)
      extent = kAssumedExtent;
  return isKnown;
}

/// Describes the result by the variables that factors have, in the order of its
/// levels. False if it has no format.
static bool describeResult(Product &product,
                           const SetVector<Value> &usedVariables) {
  level::FormatAttr format = level::getFormat(product.compute.getType());
  if (!format)
    return false;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    if (format.isSlotLevel(level))
      continue;
    Value variable =
        product.compute.getVariables()[format.getLevelExpr(level).dim];
    unsigned number = product.getNumber(variable);
    if (usedVariables.contains(variable) &&
        !llvm::is_contained(product.query.result, number))
      product.query.result.push_back(number);
  }
  product.query.isResultDense = format.isAllDense();
  product.query.isPart =
      product.compute.getYield().getValue() != product.reduce.getResult();
  return true;
}

/// The names of the operations and of the type of a product. What combines by
/// several operations is of this reduction alone.
static std::string describeAlgebra(Product &product) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << product.multiplication->getName()
     << product.multiplication->getAttrDictionary() << " "
     << product.reduce.getType() << " ";
  if (Operation *combiner = getSimpleCombinerOp(product.reduce.getCombiner()))
    os << combiner->getName() << combiner->getAttrDictionary();
  else
    os << product.reduce.getAsOpaquePointer();
  if (Attribute identity = product.reduce.getIdentityAttr())
    os << " " << identity;
  return text;
}

/// Makes the query of a product. False if it has no plan.
static FailureOr<bool> describeProduct(Product &product) {
  for (Value constant : product.constants)
    if (findDependences(constant).hasReduction)
      return false;
  SmallVector<FactorFacts> facts;
  FailureOr<bool> isKnown = collectFacts(product, facts);
  if (failed(isKnown) || !*isKnown)
    return isKnown;
  product.query.algebra = describeAlgebra(product);
  SetVector<Value> used;
  for (auto [factor, known] : llvm::zip_equal(product.factors, facts)) {
    used.insert_range(known.dependences.variables);
    planner::Factor &described = product.query.factors.emplace_back(
        describeFactor(product, factor, known));
    DenseMap<unsigned, unsigned> numbers;
    described.expression.clear();
    llvm::raw_string_ostream os(described.expression);
    describeValue(product, factor, numbers, os);
  }
  // A sum over a variable that no factor has is a multiple.
  return llvm::all_of(
             product.reduce.getVariables(),
             [&](Value variable) { return used.contains(variable); }) &&
         describeResult(product, used);
}

bool Product::hasSteps() const {
  if (factors.size() != 2)
    return factors.size() > 2;
  planner::Mask once = 0, several = query.outputs();
  for (const planner::Factor &factor : query.factors) {
    several |= once & factor.variables();
    once |= factor.variables();
  }
  return once & ~several;
}

FailureOr<std::optional<Product>> tin::findProduct(ReduceOp reduce,
                                                   bool strict) {
  Product product;
  product.reduce = reduce;
  product.compute = dyn_cast<ComputeOp>(reduce->getParentOp());
  Operation *root = reduce.getYield().getValue().getDefiningOp();
  if (!product.compute || product.compute.getStrictZero() ||
      product.compute.getInitial() || product.compute.getWorkspace() ||
      product.compute.getLoopOrder() || !root ||
      root->getBlock() != reduce.getBlock() || !canRegroup(root, reduce) ||
      isa<mlir::IndexType>(reduce.getType()) ||
      (strict && isFloatingPoint(reduce.getType())) ||
      !isCombinerCommutative(reduce.getCombiner()))
    return std::optional<Product>();
  WalkResult nested = reduce.getBody().walk([](Operation *op) {
    return isa<ReduceOp, AffineOp>(op) ? WalkResult::interrupt()
                                       : WalkResult::advance();
  });
  product.multiplication = root;
  collectFactors(root->getResult(0), root, product);
  llvm::append_range(product.variables, product.compute.getVariables());
  llvm::append_range(product.variables, reduce.getVariables());
  if (nested.wasInterrupted() || product.factors.size() < 2 ||
      product.factors.size() > planner::maxVariables ||
      product.variables.size() > planner::maxVariables)
    return std::optional<Product>();
  for (unsigned variable = 0; variable != product.variables.size(); ++variable)
    if (!product.getExtent(variable))
      return std::optional<Product>();
  FailureOr<bool> isDescribed = describeProduct(product);
  if (failed(isDescribed))
    return failure();
  return *isDescribed ? std::optional<Product>(std::move(product))
                      : std::nullopt;
}
