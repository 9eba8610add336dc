//===- IterationDomain.cpp - Set expressions over segments ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements iteration domains (thesis section 3.2). Simplification happens
// when a node is made, so that no other code has to look for empty operands.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationDomain.h"

#include "weft/Analysis/SetNotation.h"

#include <cassert>

using namespace weft::analysis;

IterationDomain IterationDomain::get(Node node) {
  return IterationDomain(std::make_shared<const Node>(std::move(node)));
}

IterationDomain IterationDomain::empty() { return get({Kind::Empty}); }

IterationDomain IterationDomain::universe() { return get({Kind::Universe}); }

IterationDomain IterationDomain::segment(unsigned id) {
  return get({Kind::Segment, id});
}

IterationDomain IterationDomain::intersect(const IterationDomain &left,
                                           const IterationDomain &right) {
  if (left.isEmpty() || left == right)
    return left;
  if (right.isEmpty())
    return right;
  return get({Kind::Intersection, 0, left.node, right.node});
}

IterationDomain IterationDomain::unite(const IterationDomain &left,
                                       const IterationDomain &right) {
  if (right.isEmpty() || left == right)
    return left;
  if (left.isEmpty())
    return right;
  return get({Kind::Union, 0, left.node, right.node});
}

unsigned IterationDomain::getSegment() const {
  assert(getKind() == Kind::Segment && "expected a segment");
  return node->segment;
}

IterationDomain IterationDomain::getLeft() const {
  assert(node->left && "expected an intersection or a union");
  return IterationDomain(node->left);
}

IterationDomain IterationDomain::getRight() const {
  assert(node->right && "expected an intersection or a union");
  return IterationDomain(node->right);
}

/// Whether bit `id` is set. A set may be shorter than the segment table.
static bool isMember(const llvm::SmallBitVector &set, unsigned id) {
  return id < set.size() && set.test(id);
}

IterationDomain
IterationDomain::without(const llvm::SmallBitVector &exhausted) const {
  switch (getKind()) {
  case Kind::Empty:
  case Kind::Universe:
    return *this;
  case Kind::Segment:
    return isMember(exhausted, getSegment()) ? empty() : *this;
  case Kind::Intersection:
    return intersect(getLeft().without(exhausted),
                     getRight().without(exhausted));
  case Kind::Union:
    return unite(getLeft().without(exhausted), getRight().without(exhausted));
  }
  llvm_unreachable("unknown kind of iteration domain");
}

bool IterationDomain::contains(const llvm::SmallBitVector &present) const {
  switch (getKind()) {
  case Kind::Empty:
    return false;
  case Kind::Universe:
    return true;
  case Kind::Segment:
    return isMember(present, getSegment());
  case Kind::Intersection:
    return getLeft().contains(present) && getRight().contains(present);
  case Kind::Union:
    return getLeft().contains(present) || getRight().contains(present);
  }
  llvm_unreachable("unknown kind of iteration domain");
}

bool IterationDomain::operator==(const IterationDomain &other) const {
  if (node == other.node)
    return true;
  if (getKind() != other.getKind() || node->segment != other.node->segment)
    return false;
  if (getKind() != Kind::Intersection && getKind() != Kind::Union)
    return true;
  return getLeft() == other.getLeft() && getRight() == other.getRight();
}

void IterationDomain::print(llvm::raw_ostream &os,
                            llvm::ArrayRef<Segment> segments) const {
  // Both operators are associative, so that only an operand of the other
  // operator needs parentheses.
  auto printOperand = [&](const IterationDomain &operand) {
    bool nested = (operand.getKind() == Kind::Intersection ||
                   operand.getKind() == Kind::Union) &&
                  operand.getKind() != getKind();
    printPart(os, nested, [&] { operand.print(os, segments); });
  };

  switch (getKind()) {
  case Kind::Empty:
    os << kEmptySet;
    return;
  case Kind::Universe:
    os << kUniverse;
    return;
  case Kind::Segment:
    os << segments[getSegment()].name;
    return;
  case Kind::Intersection:
  case Kind::Union:
    printOperand(getLeft());
    os << (getKind() == Kind::Intersection ? kIntersection : kUnion);
    printOperand(getRight());
    return;
  }
}
