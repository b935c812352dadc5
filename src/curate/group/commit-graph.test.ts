import { expect, test } from 'vitest'
import { parseSample, sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import { CommitGraph } from './commit-graph.ts'

/** A graph of commits 1, 2, … with the given parents. */
function graphOf(...parents: number[][]): CommitGraph {
  const samples = parents.map((each, index) => ({
    message: `Commit ${index + 1}`,
    parents: each.map(sampleSha),
  }))
  return new CommitGraph(parseSample(sampleHistory(...samples)))
}

function numberOf(graph: CommitGraph, rank: number): number {
  return Number.parseInt(graph.order[rank]!.commit.sha.slice(0, 7), 16)
}

function rankOf(graph: CommitGraph, number: number): number {
  return graph.order.findIndex(({ commit }) => commit.sha === sampleSha(number))
}

function broughtBy(graph: CommitGraph, number: number): number[] {
  return graph
    .listBroughtBy(graph.order[rankOf(graph, number)]!)
    .map(({ commit }) => Number.parseInt(commit.sha.slice(0, 7), 16))
}

function basesOf(graph: CommitGraph, one: number, other: number): number[] {
  return graph
    .findMergeBases(rankOf(graph, one), rankOf(graph, other))!
    .map((rank) => numberOf(graph, rank))
    .sort()
}

test('parents come first, also when a clock was wrong', () => {
  const graph = graphOf([3], [1], [], [2])
  expect(graph.order.map((_each, rank) => numberOf(graph, rank))).toEqual([3, 1, 2, 4])
})

test('the parents of a commit have ranks, -1 outside the range', () => {
  const graph = graphOf([], [1], [1, 99])
  expect(graph.listParents(rankOf(graph, 3))).toEqual([rankOf(graph, 1), -1])
})

test('the heads are no parents', () => {
  const graph = graphOf([], [1], [1])
  expect(graph.listHeads().map((rank) => numberOf(graph, rank))).toEqual([2, 3])
})

test('a merge brings what its first parent does not have', () => {
  expect(broughtBy(graphOf([], [1], [2], [1], [4, 3]), 5)).toEqual([3, 2])
})

test('an octopus merge brings the commits of all other parents', () => {
  expect(broughtBy(graphOf([], [1], [1], [1], [2, 3, 4]), 5)).toEqual([4, 3])
})

test('a merge of a branch that had merged the main line brings only the branch', () => {
  // 2 on main, 3 on the branch, 4 merges main into the branch, 5 on main, 6 merges the branch.
  expect(broughtBy(graphOf([], [1], [1], [3, 2], [2], [5, 4]), 6)).toEqual([4, 3])
})

test('the best common ancestor is the nearest one', () => {
  expect(basesOf(graphOf([], [1], [2], [2]), 3, 4)).toEqual([2])
  expect(basesOf(graphOf([], [1], [2]), 2, 3)).toEqual([2])
})

test('crossing merges have two best common ancestors', () => {
  // 2 and 3 fork from 1; 4 and 5 merge them in either direction.
  expect(basesOf(graphOf([], [1], [1], [2, 3], [3, 2]), 4, 5)).toEqual([2, 3])
})

test('unrelated commits have none', () => {
  expect(basesOf(graphOf([], []), 1, 2)).toEqual([])
})

test('a second question gets the same answer', () => {
  const graph = graphOf([], [1], [1], [2, 3], [3, 2])
  expect(basesOf(graph, 4, 5)).toEqual(basesOf(graph, 4, 5))
})

test('a cycle of hostile parents ends', () => {
  const graph = graphOf([2], [1], [2])
  expect(graph.order).toHaveLength(3)
})
