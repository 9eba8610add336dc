//===- IterationGraphNodes.cpp - Variables, domains and paths ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nodes of an iteration graph with their iteration domains, and its paths
// (thesis, section 3.2, "Index Variable Iteration Universes and Domains" and
// "Derived Iteration Graphs").
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/LatticeFromIR.h"
#include "weft/Explain/IterationGraph.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

using Kind = GraphExpression::Kind;

/// The variable of a sum whose loop iterates over its coordinates: the
/// innermost one, if they ascend with it. Null otherwise.
static Value getLastOf(cin::AffineOp sum) {
  Value last;
  int64_t lastFactor = 0;
  for (auto [variable, factor] :
       llvm::zip_equal(sum.getVariables(), sum.getFactors()))
    if (!last || last.getParentRegion()->isAncestor(variable.getParentRegion()))
      std::tie(last, lastFactor) = std::make_pair(variable, factor);
  return lastFactor > 0 ? last : Value();
}

/// The forall variable that iterates over the levels that an index stands at:
/// the inner variable of a split, and the one that others were collapsed into
/// or whose positions are iterated over. Null for a literal.
static Value getLoopVariable(Value index) {
  while (Operation *op = index.getDefiningOp()) {
    index = llvm::TypeSwitch<Operation *, Value>(op)
                .Case([](cin::SplitOp split) { return split.getInner(); })
                .Case([](cin::CollapseOp collapse) {
                  return collapse.getCollapsed();
                })
                .Case([](cin::PositionOp position) {
                  return position.getPosition();
                })
                .Case([](cin::AffineOp sum) { return getLastOf(sum); })
                .Default(Value());
    if (!index)
      return {};
  }
  return index;
}

/// The format of a tensor; null if it is stored in a way that Weft does not
/// know.
static level::FormatAttr getFormatOf(Value ref) {
  return level::getFormat(cast<cin::RefType>(ref.getType()).getTensor());
}

namespace {
/// One level of an indexed tensor.
struct IndexedLevel {
  int64_t level;
  Value index;
};

/// The domain of one variable in an expression.
class DomainBuilder {
public:
  DomainBuilder(const KernelNames &names, IterationGraph::Variable &variable)
      : names(names), variable(variable) {}

  IterationDomain get(const GraphExpression &expression);

private:
  IterationDomain getRelation(const GraphExpression &relation);
  IterationDomain getSegment(const GraphExpression &relation, int64_t level);

  /// What tells a segment from others: the tensor, the level, and what indexes
  /// it and the levels above it.
  struct Key {
    Value ref;
    SmallVector<Value> indices;
    bool operator==(const Key &other) const {
      return ref == other.ref && indices == other.indices;
    }
  };

  const KernelNames &names;
  IterationGraph::Variable &variable;
  SmallVector<Key> keys;
  llvm::StringSet<> segmentNames;
  /// The domains of the workspaces that are produced inside of the variable's
  /// forall.
  llvm::DenseMap<Value, IterationDomain> produced;
};
} // namespace

/// The levels of an indexed tensor that store one whole dimension.
static SmallVector<IndexedLevel> getLevels(const GraphExpression &relation) {
  SmallVector<IndexedLevel> levels;
  level::FormatAttr format = getFormatOf(relation.getValue());
  if (!format)
    return levels;
  for (int64_t level = 0; level != format.getNumLevels(); ++level)
    if (Value variable = cin::getLevelVariable(format.getLevelExpr(level),
                                               relation.getIndices()))
      levels.push_back({level, variable});
  return levels;
}

IterationDomain DomainBuilder::getSegment(const GraphExpression &relation,
                                          int64_t level) {
  level::FormatAttr format = getFormatOf(relation.getValue());
  Key key{relation.getValue(), {}};
  for (const IndexedLevel &above : getLevels(relation))
    if (above.level <= level)
      key.indices.push_back(above.index);
  unsigned id = llvm::find(keys, key) - keys.begin();
  if (id == keys.size()) {
    keys.push_back(key);
    std::string base =
        (names.getTensor(relation.getValue()) + Twine(level + 1)).str();
    std::string name = base;
    for (unsigned copy = 2; !segmentNames.insert(name).second; ++copy)
      name = (base + "_" + Twine(copy)).str();
    variable.segments.push_back(
        analysis::getSegment(name, format.getLevelType(level)));
  }
  return IterationDomain::segment(id);
}

IterationDomain DomainBuilder::getRelation(const GraphExpression &relation) {
  auto producer = produced.find(relation.getValue());
  if (producer != produced.end())
    return producer->second;
  // A collapsed variable iterates over the last of its levels; a variable that
  // indexes several modes over all of theirs.
  SmallVector<IndexedLevel> levels;
  for (const IndexedLevel &level : getLevels(relation)) {
    if (getLoopVariable(level.index) != variable.value)
      continue;
    llvm::erase_if(levels, [&](const IndexedLevel &above) {
      return above.index != level.index;
    });
    levels.push_back(level);
  }
  if (levels.empty())
    return IterationDomain::universe();
  IterationDomain domain = getSegment(relation, levels.front().level);
  for (const IndexedLevel &level : ArrayRef(levels).drop_front())
    domain =
        IterationDomain::intersect(domain, getSegment(relation, level.level));
  return domain;
}

/// Adds the operands of `domain` with respect to an operator, once each.
static void addOperands(const IterationDomain &domain,
                        IterationDomain::Kind kind,
                        SmallVectorImpl<IterationDomain> &operands) {
  if (domain.getKind() == kind) {
    addOperands(domain.getLeft(), kind, operands);
    addOperands(domain.getRight(), kind, operands);
  } else if (!llvm::is_contained(operands, domain)) {
    operands.push_back(domain);
  }
}

IterationDomain DomainBuilder::get(const GraphExpression &expression) {
  ArrayRef<GraphExpression> operands = expression.getOperands();
  switch (expression.getKind()) {
  case Kind::Empty:
    return IterationDomain::empty();
  case Kind::Universe:
  case Kind::Scalar:
    return IterationDomain::universe();
  case Kind::Relation:
    return getRelation(expression);
  case Kind::Forall:
    return get(operands.front());
  case Kind::Where: {
    IterationDomain producer = get(operands.back());
    produced.insert_or_assign(expression.getValue(), producer);
    return get(operands.front());
  }
  case Kind::Intersection:
  case Kind::Union: {
    bool isUnion = expression.getKind() == Kind::Union;
    auto kind = isUnion ? IterationDomain::Kind::Union
                        : IterationDomain::Kind::Intersection;
    SmallVector<IterationDomain> domains;
    for (const GraphExpression &operand : operands)
      addOperands(get(operand), kind, domains);
    IterationDomain result = domains.front();
    for (const IterationDomain &domain : ArrayRef(domains).drop_front())
      result = isUnion ? IterationDomain::unite(result, domain)
                       : IterationDomain::intersect(result, domain);
    return result;
  }
  }
  llvm_unreachable("unknown kind of iteration graph expression");
}

IterationGraph::IterationGraph(cin::KernelOp kernel, GraphExpression expression)
    : kernel(kernel), names(kernel), expression(std::move(expression)) {
  collect(this->expression, std::nullopt);
}

void IterationGraph::collect(const GraphExpression &part,
                             std::optional<unsigned> parent) {
  if (part.getKind() == Kind::Relation)
    addPath(part);
  if (part.getKind() == Kind::Forall) {
    auto known = llvm::find_if(variables, [&](const Variable &variable) {
      return variable.value == part.getValue();
    });
    // A scalar workspace that is read several times.
    if (known != variables.end())
      return;
    Variable variable;
    variable.value = part.getValue();
    variable.parent = parent;
    variable.domain =
        DomainBuilder(names, variable).get(part.getOperands().front());
    parent = variables.size();
    variables.push_back(std::move(variable));
  }
  for (const GraphExpression &operand : part.getOperands())
    collect(operand, parent);
}

void IterationGraph::addPath(const GraphExpression &relation) {
  Path path;
  path.ref = relation.getValue();
  for (const IndexedLevel &level : getLevels(relation))
    if (Value variable = getLoopVariable(level.index))
      path.steps.push_back({level.level, variable});
  if (!path.steps.empty() && !llvm::is_contained(paths, path))
    paths.push_back(std::move(path));
}
